import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCard } from './read-card.ts'

const card = readFileSync(new URL('../../../../../docs/model-card.md', import.meta.url), 'utf8')

test('paragraphs, lists, tables and headings are read, and the note to editors is left out', () => {
  const markdown = [
    '# Model card: the local model',
    'Written by `npm run evaluate`; do not edit.',
    '**What it is.** A model\nwith `features`.',
    '| Messages | Caught |\n| --- | --- |\n| written | 71 % |',
    '- one\n- two',
    '## How it was measured',
    'Carefully.',
    '## All figures',
    'Too much.',
  ].join('\n\n')
  expect(readCard(markdown)).toEqual([
    {
      kind: 'paragraph',
      runs: [
        { kind: 'strong', text: 'What it is.' },
        { kind: 'text', text: ' A model with ' },
        { kind: 'code', text: 'features' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'table',
      rows: [
        ['Messages', 'Caught'],
        ['written', '71 %'],
      ],
    },
    { kind: 'list', items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]] },
    { kind: 'heading', text: 'How it was measured' },
    { kind: 'paragraph', runs: [{ kind: 'text', text: 'Carefully.' }] },
  ])
})

test('the summary of the real card is shown without leftover Markdown', () => {
  const blocks = readCard(card)
  const tables = blocks.filter(({ kind }) => kind === 'table')
  expect(tables).toHaveLength(1)
  const [table] = tables
  const [head, ...rows] = table?.kind === 'table' ? table.rows : []
  expect(head).toEqual(['Messages', 'Legit filtered', 'Cold caught'])
  expect(rows.length).toBeGreaterThanOrEqual(4)
  for (const row of rows) expect(row).toHaveLength(3)
  expect(JSON.stringify(blocks)).not.toMatch(/\*\*|`|\||"#|\]\(/)
})
