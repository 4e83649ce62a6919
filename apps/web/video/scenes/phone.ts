import './phone.css'
import { site } from '@doorman/content/site'
import { box, setColdness, drawing, pose } from '../dom.ts'
import { chapters } from '../script.ts'
import { entrance, presence, progress, easeOut, linear } from '../timing.ts'

const { phone, sorting } = chapters
const [callers = '', inbox = ''] = site.callers.title.split(/(?<=\.) /)
const inboxFrom = phone + 1.7

const handset =
  'M13.8 16.6a1 1 0 0 0 1.2-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.5.4a1 1 0 0 0-.3 1.2 14 14 0 0 0 6.4 6.4'

/** Three calls come in, and the phone silences each. */
export function createPhone() {
  const calls = site.callers.silenced.map(({ caller }) => {
    const state = box('call-state')
    const words = box('call-words', box('call-name', caller), state)
    const stroke = drawing('call-stroke', 'M22 2 2 22')
    const icon = box('call-icon', drawing('call-handset', handset), stroke)
    return { element: box('call', icon, words), stroke, state }
  })
  const first = box('statement', callers)
  const second = box('statement second', inbox)
  const speaker = box('speaker')
  const element = box('layer', speaker, ...calls.map((call) => call.element))
  return {
    inPanel: element,
    element: box('layer', first, second),
    draw(at: number) {
      pose(element, { opacity: presence(at, phone + 0.4, sorting + 0.05, 0.25) })
      calls.forEach((call, index) => {
        const from = phone + 0.55 + 0.32 * index
        const cold = progress(at, from + 0.55, from + 0.9, linear)
        const here = progress(at, from, from + 0.5, easeOut)
        pose(call.element, { x: 1240, y: 330 + 196 * index - 60 * (1 - here), opacity: here })
        setColdness(call.element, cold)
        call.stroke.style.strokeDashoffset = String(1 - cold)
        call.stroke.style.opacity = cold > 0 ? '1' : '0'
        call.state.textContent = cold > 0.5 ? 'silenced' : 'calling'
        call.state.style.opacity = Math.abs(2 * cold - 1).toFixed(3)
      })
      const leave = 1 - progress(at, sorting - 0.3, sorting - 0.02, linear)
      for (const [line, from] of [
        [first, phone + 0.35],
        [second, inboxFrom],
      ] as const) {
        const { y, opacity } = entrance(at, from)
        pose(line, { y, opacity: opacity * leave })
      }
      first.style.setProperty('--dim', `${progress(at, inboxFrom, inboxFrom + 0.5) * 100}%`)
    },
  }
}
