import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/basics/avatar.tsx'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Kbd } from '../../ui/basics/kbd.tsx'
import { Mark } from '../../ui/basics/mark.tsx'
import { Table } from '../../ui/basics/table.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { Specimen } from './specimen.tsx'

const tones = ['plain', 'good', 'cold', 'attention', 'danger'] as const
const ranges = ['Today', 'Week', 'Month', '90 Days', 'All Time']

export function SurfaceParts() {
  const [range, setRange] = useState('Week')
  return (
    <>
      <Specimen name="Badge, avatar, key, mark, spinner">
        <div className="flex flex-wrap items-center gap-3">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Avatar letter="S" />
          <Kbd>Ctrl</Kbd>
          <Mark size={20} />
          <Mark size={32} />
          <Spinner label="Loading…" />
        </div>
      </Specimen>
      <Specimen name="Banner">
        <Banner tone="info">The next check is at 14:05.</Banner>
        <Banner tone="good">Your address is confirmed.</Banner>
        <Banner
          tone="attention"
          action={
            <Button size="small" variant="secondary">
              Keep Pro Features
            </Button>
          }
        >
          7 days of Pro features left
        </Banner>
        <Banner tone="danger">This link has expired or was used before.</Banner>
      </Specimen>
      <Specimen name="Card">
        <Card
          title="Card"
          description="What it is about."
          footer={<Button variant="secondary">Action</Button>}
        >
          <p className="text-sm">Content.</p>
        </Card>
        <Card tone="danger" title="Dangerous card" description="What cannot be undone." />
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          label="Time range"
          value={range}
          onChange={setRange}
          tabs={ranges.map((title) => ({
            value: title,
            title,
            content: <p className="text-sm">Numbers for: {title}</p>,
          }))}
        />
      </Specimen>
      <Specimen name="Progress and skeleton">
        <Progress label="Processing: 12/100 emails" value={12} max={100} />
        <div className="grid gap-2">
          <div className="h-4 w-2/3">
            <Skeleton />
          </div>
          <div className="h-4 w-1/2">
            <Skeleton />
          </div>
        </div>
      </Specimen>
      <Specimen name="Table">
        <Table
          caption="Example users"
          columns={['Email', 'Status', 'Filtered']}
          rows={[
            { id: '1', cells: ['sam@example.com', <Badge key="s">none</Badge>, '12'] },
            {
              id: '2',
              cells: ['a.very.long.address.indeed@subdomain.example.org', 'active', '1,204'],
            },
          ]}
        />
      </Specimen>
      <Specimen name="Empty">
        <Empty icon={Inbox} title="Nothing here yet" action={<Button>One action</Button>}>
          Why, and what will happen.
        </Empty>
      </Specimen>
    </>
  )
}
