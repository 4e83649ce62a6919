import { ignoreEachRule } from '../ignore-each-rule.ts'
import type { Mutation } from '../mutation.ts'

const rules = 'packages/domain/src/replies/may-reply.ts'
const rulesTest = 'packages/domain/src/replies/may-reply.test.ts'
const manners = 'packages/domain/src/replies/reply-manners.ts'
const claims = 'packages/services/src/pipeline/replying/claim-reply.ts'
const counts = 'packages/services/src/pipeline/replying/recent-replies.ts'
const sending = 'packages/services/src/pipeline/replying/send-reply.ts'
const job = 'packages/services/src/pipeline/replying/reply-to-sender.ts'
const jobTest = 'packages/services/src/pipeline/replying/reply-to-sender.db.test.ts'
const gmailDrafts = 'packages/mail/src/gmail/replies/drafts.ts'
const gmailTest = 'packages/mail/src/gmail/gmail-mailbox.test.ts'
const graphDrafts = 'packages/mail/src/microsoft/replies/drafts.ts'
const graphTest = 'packages/mail/src/microsoft/microsoft-mailbox.test.ts'
const graphDraftsTest = 'packages/mail/src/microsoft/replies/drafts.test.ts'

/** At most one reply, only to a proven sender, and none if there is a single reason against it. */
export const replies: readonly Mutation[] = [
  ...ignoreEachRule({
    guarantee: 'no reply for the reason {reason}',
    file: rules,
    original: 'silenceRules.find((rule) => ',
    mutated: "silenceRules.find((rule) => rule.reason !== '{reason}' && ",
    tests: [rulesTest],
  }),
  {
    guarantee: 'the hourly limit of a mailbox holds',
    file: rules,
    original: 'replies.ofMailboxInHour >= replyLimits.mailboxPerHour ||',
    mutated: '',
    tests: [rulesTest],
  },
  {
    guarantee: 'the daily limit of a mailbox holds',
    file: rules,
    original: '||\n      replies.ofMailbox >= replyLimits.mailboxPerDay',
    mutated: '',
    tests: [rulesTest],
  },
  {
    guarantee: 'an hour-old pitch gets no reply on Pro, although it would on the free plan',
    file: rules,
    original: 'isPro ? hourMs : 25 * hourMs',
    mutated: '25 * hourMs',
    tests: [rulesTest],
  },
  {
    guarantee: 'a reply never answers our own marker',
    file: manners,
    original: 'headers.has(replyMarker) || ',
    mutated: '',
    tests: [rulesTest],
  },
  {
    guarantee: 'a reply never answers a message with others in copy',
    file: manners,
    original: "headers.all('cc').every((copy) => copy.trim() === '') &&",
    mutated: '',
    tests: [rulesTest],
  },
  {
    guarantee: 'an empty return path is a bounce',
    file: manners,
    original: "headers.all('return-path').some((path) => /^\\s*<\\s*>\\s*$/.test(path)) ||",
    mutated: '',
    tests: [rulesTest],
  },
  {
    guarantee: 'an automatic response that asks for silence gets it',
    file: manners,
    original: 'suppressed.some((value) => !/^\\s*none\\s*$/i.test(value)) ||',
    mutated: '',
    tests: [rulesTest],
  },
  {
    guarantee: 'the stop switch of the operator reaches the claim',
    file: claims,
    original: 'isStopped: await areRepliesStopped(tx)',
    mutated: 'isStopped: false',
    tests: [jobTest],
  },
  {
    guarantee: 'two claims of one user do not pass a limit together',
    file: claims,
    original: 'await lockUser(tx, userId)',
    mutated: '',
    tests: [jobTest],
  },
  {
    guarantee: 'a claim asks for the DMARC result instead of believing the sender',
    file: claims,
    original: 'dmarc: findDmarcResult(message, authservIds[provider])',
    mutated: "dmarc: 'pass'",
    tests: [jobTest],
  },
  {
    guarantee: 'a message that the user moved back by hand gets no reply',
    file: claims,
    original: "decision.state === 'set-aside' && received.location === 'set-aside'",
    mutated: "decision.state === 'set-aside'",
    tests: [jobTest],
  },
  {
    guarantee: 'a sender whom the user trusted or blocked gets no reply',
    file: claims,
    original: 'hasReputation: (await findReputation(tx, userId, address)) !== null',
    mutated: 'hasReputation: false',
    tests: [jobTest],
  },
  {
    guarantee: 'a bounced reply counts forever',
    file: counts,
    original: 'or(since(replyIntervalMs), hasBounced)',
    mutated: 'since(replyIntervalMs)',
    tests: [jobTest],
  },
  {
    guarantee: 'replies of other users do not use up my limits',
    file: counts,
    original: 'eq(smartReplies.userId, scope.userId), or(',
    mutated: 'or(',
    tests: [jobTest],
  },
  {
    guarantee: 'an open claim is only resolved, never sent again',
    file: job,
    original: 'if (task.claim) {',
    mutated: 'if (task.claim?.draftId) {',
    tests: [jobTest],
  },
  {
    guarantee: 'the id of the draft is stored before the draft is sent',
    file: sending,
    original: 'draftId: draft.id, rfcMessageId: draft.rfcMessageId',
    mutated: 'rfcMessageId: draft.rfcMessageId',
    tests: [jobTest],
  },
  {
    guarantee: 'a draft is not sent if the user has restored the message meanwhile',
    file: sending,
    original: 'isNotNull(smartReplies.mailboxId), exists(setAside)',
    mutated: 'isNotNull(smartReplies.mailboxId)',
    tests: [jobTest],
  },
  {
    guarantee: 'a draft is not sent if the user has disconnected the mailbox meanwhile',
    file: sending,
    original: 'isNotNull(smartReplies.mailboxId), exists(setAside)',
    mutated: 'exists(setAside)',
    tests: [jobTest],
  },
  {
    guarantee: 'a draft is not sent if another worker has closed the claim',
    file: sending,
    original: '.where(and(isOpenClaim(claimId), isNotNull(',
    mutated: '.where(and(eq(smartReplies.id, claimId), isNotNull(',
    tests: [jobTest],
  },
  {
    guarantee: 'after a failed send the provider is asked, not believed to have failed',
    file: sending,
    original: 'const state = await mailbox.replies.resolveDraft(draftId)',
    mutated: "const state = 'unsent' as const",
    tests: [jobTest],
  },
  {
    guarantee: 'a draft that must not be sent is discarded',
    file: sending,
    original: 'return resolveClaim(ctx, mailbox, reply, draftId)',
    mutated: 'return closeUndrafted(ctx, claimId)',
    tests: [jobTest],
  },
  {
    guarantee: 'a draft whose id was lost does not stay among the user’s drafts',
    file: sending,
    original: 'await mailbox.replies.discardDraft({ claimId, threadId })',
    mutated: '',
    tests: [jobTest],
  },
  {
    guarantee: 'a claim whose draft may be on its way is not closed as unsent',
    file: sending,
    original: 'and(isOpenClaim(claimId), isNull(smartReplies.draftId))',
    mutated: 'isOpenClaim(claimId)',
    tests: [jobTest],
  },
  {
    guarantee: 'Gmail is asked to send a draft once',
    file: gmailDrafts,
    original: 'api.writeOnce(gmail.sendDraft(id))',
    mutated: 'api.write(gmail.sendDraft(id), async () => null)',
    tests: [gmailTest],
  },
  {
    guarantee: 'Gmail: a draft that is gone was sent',
    file: gmailDrafts,
    original: "if (!(await hasDraft(api, id))) return 'sent'",
    mutated: "if (!(await hasDraft(api, id))) return 'unsent'",
    tests: [gmailTest],
  },
  {
    guarantee: 'Gmail: a reply that went out does not look unsent because its id could not be read',
    file: gmailDrafts,
    original: 'if (error instanceof MailError) return null\n    throw error',
    mutated: 'throw error',
    tests: [gmailTest],
  },
  {
    guarantee: 'Microsoft is asked to send a draft once',
    file: graphDrafts,
    original: 'graph.postOnce(`${toPath(id)}/send`)',
    mutated: 'graph.post(`${toPath(id)}/send`, {}, async () => null)',
    tests: [graphTest, graphDraftsTest],
  },
  {
    guarantee: 'Microsoft: a reply goes to the sender alone, whatever Exchange put into the draft',
    file: graphDrafts,
    original: '...(!isToOnly(draft, reply.to) && recipients), ',
    mutated: '',
    tests: [graphTest, graphDraftsTest],
  },
  {
    guarantee: 'Microsoft: recipients are checked once more before the draft is sent',
    file: graphDrafts,
    original: "if (!isToOnly(corrected, reply.to)) throw new MailError('refused', 'recipients')",
    mutated: '',
    tests: [graphDraftsTest],
  },
  {
    guarantee: 'Microsoft: what is no longer a draft was sent',
    file: graphDrafts,
    original: "return message['isDraft'] === true",
    mutated: 'return true',
    tests: [graphTest, graphDraftsTest],
  },
  {
    guarantee: 'a reply says that it was made automatically',
    file: 'packages/mail/src/gmail/replies/compose-reply.ts',
    original: "'Auto-Submitted': 'auto-replied',",
    mutated: '',
    tests: ['packages/mail/src/gmail/replies/compose-reply.test.ts'],
  },
  {
    guarantee: 'a Microsoft reply carries our marker',
    file: graphDrafts,
    original: '{ name: replyMarker, value: reply.claimId },',
    mutated: '',
    tests: [graphTest, graphDraftsTest],
  },
  {
    guarantee: 'a subject cannot smuggle a header into a Microsoft reply',
    file: 'packages/domain/src/mail/clean-line.ts',
    original: ".replace(controls, ' ')",
    mutated: '',
    tests: [
      'packages/mail/src/microsoft/replies/drafts.test.ts',
      'packages/mail/src/mime/to-message.test.ts',
    ],
  },
  {
    guarantee: 'a reply is certain: the threshold for replies is higher than for filtering',
    file: 'packages/domain/src/screening/decide.ts',
    original: 'policy.smartResponse && isCertain(verdict) && ',
    mutated: 'policy.smartResponse && ',
    tests: ['packages/domain/src/screening/decide.test.ts'],
  },
  {
    guarantee: 'a blocked sender is filtered without a reply',
    file: 'packages/domain/src/screening/decide.ts',
    original: '{ outcome: mode, reason, mayReply: false }',
    mutated: '{ outcome: mode, reason, mayReply: true }',
    tests: [
      'packages/domain/src/screening/decide.test.ts',
      'packages/services/src/pipeline/screening/screen-message.db.test.ts',
    ],
  },
  {
    guarantee: 'a message that a scan found gets no reply',
    file: 'packages/services/src/pipeline/screening/add-decisions.ts',
    original: 'decision.mayReply && one.isNewArrival',
    mutated: 'decision.mayReply',
    tests: [jobTest],
  },
  {
    guarantee: 'a smart response carries no link',
    file: 'packages/domain/src/replies/smart-response.ts',
    original:
      "z.refine((text) => !hasLink(text), { error: 'Please leave out links and email addresses.' }),",
    mutated: '',
    tests: ['packages/domain/src/replies/smart-response.test.ts'],
  },
]
