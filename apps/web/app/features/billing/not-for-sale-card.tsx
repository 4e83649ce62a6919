import { Card } from '../../ui/basics/card.tsx'

/** For a service whose operator has not set up payments. */
export function NotForSaleCard() {
  return <Card title="Pro can’t be bought here" description="Free Forever keeps working." />
}
