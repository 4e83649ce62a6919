import { bouncingAddress, loopRobot, oldAcquaintance, outOfOffice } from '../world/outsiders.ts'
import type { Outsider } from '../world/world.ts'

/** Cold senders among the arrivals, one of each kind per scene, and what comes back when they are answered. */
export const answeringSenders: readonly Outsider[] = [
  oldAcquaintance('editorial@portinnovators-review.example'),
  oldAcquaintance('delphine@buildathon-eu.example'),
  oldAcquaintance('g.astor@astorfinch.example'),
  loopRobot('apike@figtree-cfo.example'),
  loopRobot('minh.dang@saigoncodeworks.example'),
  loopRobot('brooke.tanaka@ledgerloft.example'),
  outOfOffice('julian@ferrarssecondaries.example'),
  outOfOffice('fenella@brightquillpr.example'),
  outOfOffice('andreas.flury@maschinenleasing-plus.example'),
  bouncingAddress('priyanka.webdesign77@gmail.com'),
  bouncingAddress('jude@farrowtech.example'),
  bouncingAddress('v.roy@alderpoint-credit.example'),
]
