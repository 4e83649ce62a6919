import { productName } from '@doorman/domain/brand'
import { Card } from '../../ui/basics/card.tsx'

/** For a service whose operator has not set up payments. */
export function NotForSaleCard() {
  return (
    <Card
      title="Pro isn’t for sale here"
      description={`This ${productName} doesn’t take payments, so you can’t buy Pro. Free Forever keeps working.`}
    />
  )
}
