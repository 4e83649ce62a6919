import { domainOf, localPartOf, registeredDomain } from '@doorman/domain/mail/address-parts'
import { isSameOrganisation } from '@doorman/domain/mail/organisation'
import { isOwnAddress } from '@doorman/domain/mail/own-addresses'
import { isRobotAddress } from '@doorman/domain/screening/message-kinds'

/** Local parts that programs use to send forms, and people don't. */
const formPrograms =
  /^(?:wordpress|drupal|joomla|typo3|www-data|apache2?|nginx|httpd|web(?:form|formular|server)|contact[-_.]?form|kontaktformular|formulaires?|formularios?|formularz|formular|formulier|form[-_.]?(?:submissions?|responses?)|submissions?)(?:[-_.+].*)?$|(?:^|[-_.+])(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|forms?)(?:[-_.+]|$)/i

/** Names of programs, but only at the user's own organisation. Elsewhere they may be a team's. */
const ownSiteNames =
  /^(?:www|nobody|php|mailer|server|web(?:site|master|mail)?|sites?|modulo|formul[aä]r|notifications?|enquir(?:y|ies)|inquir(?:y|ies)|requests?)(?:[-_.+].*)?$/i

/** Shared addresses, from which a site's form may send. */
const roleNames =
  /^(?:info|contact|contacto|contatto|contato|kontakt|hello|hallo|hola|hej|e?mail|office|admin|sales|support|service|team|welcome|post|biuro|firma)$/i

/**
 * Domains of form services. Their employees also write from some of them, so the local part must be
 * a program's.
 */
const formServices = new Set(
  `123formbuilder.com 123formbuilder.io cognitoforms.com fillout.com formcarry.com formkeep.com
   formsite.com formspree.io formstack.com formsubmit.co getform.io jimdo.com jotform.com netlify.com
   paperform.co squarespace.com squarespace.info tally.so typeform.com usebasin.com webflow.com
   weebly.com wix-forms.com wix.com wixforms.com wufoo.com zohoforms.com`.split(/\s+/),
)

/**
 * The kinds of address that a contact form may send from.
 * - `site`: a program of the user's organisation, or of a form service.
 * - `outside-program`: any other program. Most of these send no forms.
 * - `role`: one of the user's addresses, or a shared address of the organisation, such as `info@`.
 * - `colleague`: any other address of the user's organisation. Most of these belong to a person.
 */
export type FormSender = 'site' | 'outside-program' | 'role' | 'colleague'

/** `null` if no contact form sends from this address. */
export function toFormSender(address: string, ownAddresses: readonly string[]): FormSender | null {
  const name = localPartOf(address)
  const isProgram = formPrograms.test(name)
  if (isSameOrganisation(address, ownAddresses) || isOwnAddress(address, ownAddresses)) {
    if (isProgram || ownSiteNames.test(name)) return 'site'
    if (isOwnAddress(address, ownAddresses) || roleNames.test(name)) return 'role'
    // A robot that is neither a person nor a form, such as jira@ or postmaster@.
    return isRobotAddress(address) ? null : 'colleague'
  }
  const isService = formServices.has(registeredDomain(domainOf(address)))
  if (isService) return isProgram || isRobotAddress(address) ? 'site' : null
  return isProgram ? 'outside-program' : null
}
