import { screenMessage, toScreening } from '../exported-mail/screen-message.ts'
import { readMessages } from '../exported-mail/reading/read-messages.ts'
import { collect, inChunks } from './fake-chunks.ts'
import { fakeJudge } from './fake-judge.ts'

const messages = [
  `From: Pat Ng <pat@vendor.test>
To: kim@shop.test
Subject: =?utf-8?Q?Pallets_f=C3=BCr_Kim?=
Message-ID: <1@vendor.test>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

We build pallets =E2=80=93 and would like fifteen minutes of your time.
>From 1 May on, each costs =
4 euros.

On Mon, 3 Mar 2025, Kim wrote:
> Who are you?
--=20
Pat Ng, +44 1632 960417
`,
  `From: "Ng, Pat" <pat@vendor.test>, lee@vendor.test
To: team: kim@shop.test, lou@shop.test;
Reply-To: pat@elsewhere.test
Subject: =?iso-8859-1?B?R3L832U=?=
List-Unsubscribe: <mailto:out@vendor.test>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=windows-1252
Content-Transfer-Encoding: base64

V2UgYnVpbGQgcGFsbGV0cyBhbmQgd291bGQgbGlrZSB0byB0YWxrIHRvIHlvdS4=
--inner
Content-Type: text/html; charset=utf-8

<html><body><div style="display:none">hidden</div><p>We build &amp; sell <b>pallets</b>.
<table><tr><td>One<td>Two</table><a href="https://vendor.test/?u=1">See</a>
<img src="https://vendor.test/p.gif" width=1 height=1></body></html>
--inner--
--outer
Content-Type: message/rfc822

From: lou@shop.test
Subject: inside

Inner words of another message.
--outer
Content-Type: application/pdf; name="a.pdf"
Content-Disposition: attachment
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--outer--
`,
  `Received: from mx.shop.test by in.shop.test; Mon, 3 Mar 2025 10:00:00 +0000
From: pat@vendor.test
To: kim@shop.test
Subject: Gr\xfc\xdfe
Content-Type: text/plain; charset=utf-16
Content-Transfer-Encoding: 8bit

W\0e\0 \0b\0u\0i\0l\0d\0
`.replaceAll('\n', '\r\n'),
].map((message) => Buffer.from(message, 'latin1'))

/** Screens as many mutated messages as asked for, the same ones every time, and counts the outcomes. */
export async function screenMutated(count: number): Promise<ReadonlyMap<string, number>> {
  const random = createRandom(39)
  const seen = new Map<string, number>()
  for (let round = 0; round < count; round++) {
    const raw = mutate(messages[round % messages.length] ?? Buffer.alloc(0), random)
    const outcome = await judge(raw)
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  }
  return seen
}

async function judge(raw: Buffer): Promise<string> {
  const items = await collect(readMessages(file, inChunks(raw, 1_000)))
  if (items.length !== 1) return `${items.length} messages`
  const [item] = items
  if (item?.kind !== 'message') return item?.kind ?? ''
  return toScreening(item.exported.id, await screenMessage(item.exported, fakeJudge)).outcome
}

const file = { name: 'a.eml', path: null, kind: 'eml', isCompressed: false, sizeBytes: 0 } as const

type Random = (below: number) => number

/** Makes one to eight changes as relays, forgers and broken clients do. */
function mutate(message: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(message)
  for (let changes = 1 + random(8); changes > 0; changes--) {
    const start = random(bytes.length + 1)
    const end = Math.min(start + random(40), bytes.length)
    const before = bytes.subarray(0, start)
    const piece = bytes.subarray(start, end)
    const after = bytes.subarray(end)
    const changed = [
      () => [before, after],
      () => [before, piece, piece, piece, after],
      () => [before, Buffer.from(piece).reverse(), after],
      () => [before, Buffer.from(piece).fill(random(256)), after],
      () => [before, Buffer.from([random(256), random(256)]), piece, after],
      () => [before, Buffer.from(tokens[random(tokens.length)] ?? ''), after],
      () => [after, before],
      () => [before],
    ][random(8)]
    bytes = Buffer.concat(changed?.() ?? [])
  }
  return bytes
}

const tokens = [
  '\n\n',
  '\r',
  '\0\0\0',
  '--inner\n',
  '--outer--\n',
  'Content-Type: multipart/mixed; boundary=""\n',
  'Content-Type: text/html; charset=nonsense\n',
  'Content-Transfer-Encoding: base64\n',
  'From: <<<"(\n',
  '=?utf-8?B?',
  '<div><table>'.repeat(50),
  '&#x110000;&#0;',
  '\ud83d',
  '>'.repeat(100),
]

/** A seeded random number generator (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
