import {
  bounces,
  repliesMetBefore,
  repliesOutOfOffice,
  repliesToEverything,
} from '../world/external-addresses.ts'
import type { ExternalAddress } from '../world/world.ts'

/** Cold senders among the arrivals that reply to a reply: one of each kind per scene. */
export const replyingSenders: readonly ExternalAddress[] = [
  repliesMetBefore('editorial@portinnovators-review.example'),
  repliesMetBefore('delphine@buildathon-eu.example'),
  repliesMetBefore('g.astor@astorfinch.example'),
  repliesToEverything('apike@figtree-cfo.example'),
  repliesToEverything('minh.dang@saigoncodeworks.example'),
  repliesToEverything('brooke.tanaka@ledgerloft.example'),
  repliesOutOfOffice('julian@ferrarssecondaries.example'),
  repliesOutOfOffice('fenella@brightquillpr.example'),
  repliesOutOfOffice('andreas.flury@maschinenleasing-plus.example'),
  bounces('priyanka.webdesign77@gmail.com'),
  bounces('jude@farrowtech.example'),
  bounces('v.roy@alderpoint-credit.example'),
]
