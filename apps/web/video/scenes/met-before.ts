import './met-before.css'
import { overridePhrase } from '@doorman/domain/replies/override-phrase'
import { box, setColdness, pose } from '../dom.ts'
import { acquaintance, chapters } from '../script.ts'
import { entrance, mix, progress, easeOut, linear } from '../timing.ts'

const { metBefore, ending } = chapters
const phrase = `${overridePhrase.replace("'", '’')}.`
const typing = { from: metBefore + 1.7, to: metBefore + 2.5 }
const rising = { from: metBefore + 2.9, to: metBefore + 3.8 }

/** An email waits below the line, its sender replies with the phrase, and the email crosses the line. */
export function createMetBefore() {
  const cold = box('badge cold-badge', `cold ${acquaintance.percent}%`)
  const restored = box('badge good-badge', 'Restored')
  const words = box(
    'card-words',
    box('card-from', acquaintance.from),
    box('card-subject', acquaintance.subject),
  )
  const card = box('mail-card', box('dot'), words, box('card-badges', cold, restored))
  const reply = box('reply')
  const question = box('half upper', 'Somebody you know?')
  const relief = box('half lower', 'One sentence lets them in.')
  return {
    element: box('layer', question, relief, reply, card),
    draw(at: number) {
      const leave = 1 - progress(at, ending - 0.2, ending + 0.15, linear)
      const risen = progress(at, rising.from, rising.to)
      const warmth = progress(at, rising.from + 0.3, rising.to - 0.1, linear)
      const come = progress(at, metBefore + 0.7, metBefore + 1.4, easeOut)
      pose(card, {
        x: 120,
        y: mix(600, 160, risen) + 80 * (1 - come),
        opacity: come * leave,
      })
      setColdness(card, 1 - warmth)
      pose(cold, { opacity: 1 - progress(warmth, 0, 0.5, linear) })
      pose(restored, { opacity: progress(warmth, 0.5, 1, linear) })

      const replied = progress(at, typing.from, typing.from + 0.35, easeOut)
      pose(reply, {
        x: 120,
        y: 866 + 40 * (1 - replied) - 120 * risen,
        opacity: replied * (1 - progress(at, rising.from, rising.from + 0.35, linear)),
      })
      const typed = progress(at, typing.from, typing.to, linear)
      reply.textContent = phrase.slice(0, Math.ceil(typed * phrase.length))

      const asked = entrance(at, metBefore + 0.5)
      const answered = progress(at, rising.from - 0.1, rising.from + 0.25, linear)
      pose(question, { y: asked.y, opacity: asked.opacity * (1 - answered) })
      const relieved = entrance(at, rising.from + 0.7)
      pose(relief, { y: relieved.y, opacity: relieved.opacity * leave })
    },
  }
}
