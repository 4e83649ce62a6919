import { planComparison } from '@doorman/content/plans'
import { CircleCheck, Minus } from 'lucide-react'
import { Card } from '../../ui/basics/card.tsx'

/** Free and Pro side by side. */
export function ComparisonCard() {
  return (
    <Card title="Compare plans">
      <table className="w-full table-fixed text-sm">
        <caption className="sr-only">What the plans include</caption>
        <thead>
          <tr className="border-b border-border">
            <th scope="col" className="w-[38%] pb-2 text-start font-medium text-muted-fg">
              Feature
            </th>
            <th scope="col" className="w-[25%] px-3 pb-2 text-start font-medium text-muted-fg">
              Free Forever
            </th>
            <th scope="col" className="pb-2 text-start font-medium">
              Pro
            </th>
          </tr>
        </thead>
        <tbody>
          {planComparison.map(({ feature, free, pro }) => (
            <tr key={feature} className="border-b border-border align-top last:border-0">
              <th scope="row" className="py-2.5 text-start font-normal text-pretty">
                {feature}
              </th>
              <td className="px-3 py-2.5 text-muted-fg">
                <Included value={free} />
              </td>
              <td className="py-2.5">
                <Included value={pro} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Included({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return value
  return value ? (
    <>
      <CircleCheck aria-hidden className="my-0.5 size-4 text-primary" />
      <span className="sr-only">Included</span>
    </>
  ) : (
    <>
      <Minus aria-hidden className="my-0.5 size-4" />
      <span className="sr-only">Not included</span>
    </>
  )
}
