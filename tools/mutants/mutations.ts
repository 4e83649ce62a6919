import { access } from './list/access.ts'
import { adminPanel } from './list/admin-panel.ts'
import { appeals } from './list/appeals.ts'
import { correspondentMutations } from './list/correspondents.ts'
import { demoAndService } from './list/demo-and-service.ts'
import { emails } from './list/emails.ts'
import { gmail } from './list/gmail.ts'
import { hostileContent } from './list/hostile-content.ts'
import { keepRuleMutations } from './list/keep-rules.ts'
import { limits } from './list/limits.ts'
import { listsAndLiveUpdates } from './list/lists-and-live-updates.ts'
import { microsoft } from './list/microsoft.ts'
import { moves } from './list/moves.ts'
import { neverSkipMail } from './list/never-skip-mail.ts'
import { oauth } from './list/oauth.ts'
import { oneDecision } from './list/one-decision.ts'
import { operation } from './list/operation.ts'
import { ownData } from './list/own-data.ts'
import { payments } from './list/payments.ts'
import { privacy } from './list/privacy.ts'
import { providersApart } from './list/providers-apart.ts'
import { publishing } from './list/publishing.ts'
import { queueAndAudit } from './list/queue-and-audit.ts'
import { realAuthorMutations } from './list/real-authors.ts'
import { reconciliation } from './list/reconciliation.ts'
import { replies } from './list/replies.ts'
import { retention } from './list/retention.ts'
import { secondFactor } from './list/second-factor.ts'
import { sharedPages } from './list/shared-pages.ts'
import { signIn } from './list/sign-in.ts'
import { socialSignIn } from './list/social-sign-in.ts'
import { tokensAndKeys } from './list/tokens-and-keys.ts'
import { viewAs } from './list/view-as.ts'
import { webhooks } from './list/webhooks.ts'
import type { Mutation } from './mutation.ts'

export type NamedMutation = Mutation & { readonly name: string }

/** The mutations by the guarantee that they break. A name is `group: guarantee`. */
const groups: Readonly<Record<string, readonly Mutation[]>> = {
  'never skip mail': neverSkipMail,
  'one decision': oneDecision,
  'keep rules': keepRuleMutations,
  'real authors': realAuthorMutations,
  correspondents: correspondentMutations,
  moves,
  reconciliation,
  replies,
  appeals,
  gmail,
  microsoft,
  'providers apart': providersApart,
  oauth,
  webhooks,
  'tokens and keys': tokensAndKeys,
  'sign-in': signIn,
  'second factor': secondFactor,
  'social sign-in': socialSignIn,
  access,
  'view-as': viewAs,
  'admin panel': adminPanel,
  'queue and audit': queueAndAudit,
  limits,
  'lists and live updates': listsAndLiveUpdates,
  privacy,
  'hostile content': hostileContent,
  emails,
  payments,
  publishing,
  'shared pages': sharedPages,
  operation,
  'own data': ownData,
  retention,
  'demo and service': demoAndService,
}

export const mutations: readonly NamedMutation[] = Object.entries(groups).flatMap(([group, list]) =>
  list.map((mutation) => ({ ...mutation, name: `${group}: ${mutation.guarantee}` })),
)
