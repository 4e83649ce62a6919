import { Fragment } from 'react'
import type { Block, Run } from './read-card.ts'

/** The summary of the model card. */
export function ModelCard({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="prose">
      {blocks.map((block, index) => (
        <CardBlock key={index} block={block} />
      ))}
    </div>
  )
}

function CardBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>
    case 'paragraph':
      return (
        <p>
          <Runs runs={block.runs} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((runs, index) => (
            <li key={index}>
              <Runs runs={runs} />
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <CardTable rows={block.rows} />
  }
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map(({ kind, text }, index) => {
    if (kind === 'strong') return <strong key={index}>{text}</strong>
    if (kind === 'code')
      return (
        <code key={index} className="font-mono text-sm">
          {text}
        </code>
      )
    return <Fragment key={index}>{text}</Fragment>
  })
}

function CardTable({ rows: [head = [], ...rows] }: { rows: readonly (readonly string[])[] }) {
  return (
    <table className="mt-4 w-full text-start text-sm leading-normal">
      <thead>
        <tr className="border-b border-input">
          {head.map((cell) => (
            <th key={cell} scope="col" className="py-2 pe-4 text-start font-medium">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={index} className="border-b border-border align-top">
            <th scope="row" className="py-2 pe-4 text-start font-normal">
              {name}
            </th>
            {cells.map((cell, column) => (
              <td key={column} className="py-2 pe-4 text-muted-fg tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
