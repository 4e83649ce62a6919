import { domainOf, localPartOf, registeredDomain } from '../mail/address-parts.ts'
import { isSameOrganisation } from '../mail/organisation.ts'
import { isOwnAddress } from '../mail/own-addresses.ts'
import { isRobotAddress } from './message-kinds.ts'

/** Local parts under which programs that handle forms send mail, and no person. */
const formPrograms =
  /^(?:wordpress|drupal|joomla|typo3|www-data|apache2?|nginx|httpd|web(?:form|formular|server)|contact[-_.]?form|kontaktformular|formulaires?|formularios?|formularz|formular|formulier|form[-_.]?(?:submissions?|responses?)|submissions?)(?:[-_.+].*)?$|(?:^|[-_.+])(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|forms?)(?:[-_.+]|$)/i

/** More of them, which at another organisation may be a person's or a team's. */
const ownSiteNames =
  /^(?:www|nobody|php|mailer|server|web(?:site|master|mail)?|sites?|modulo|formul[aä]r|notifications?|enquir(?:y|ies)|inquir(?:y|ies)|requests?)(?:[-_.+].*)?$/i

/** Addresses of a site that several people read, and from which its form may send. */
const roleNames =
  /^(?:info|contact|contacto|contatto|contato|kontakt|hello|hallo|hola|hej|e?mail|office|admin|sales|support|service|team|welcome|post|biuro|firma)$/i

/** Their staff writes from some of these domains, too, so the local part must be a robot's. */
const formServices = new Set(
  `123formbuilder.com 123formbuilder.io cognitoforms.com fillout.com formcarry.com formkeep.com
   formsite.com formspree.io formstack.com formsubmit.co getform.io jimdo.com jotform.com netlify.com
   paperform.co squarespace.com squarespace.info tally.so typeform.com usebasin.com webflow.com
   weebly.com wix-forms.com wix.com wixforms.com wufoo.com zohoforms.com`.split(/\s+/),
)

/**
 * What kind of address a contact form may have sent a message from; `null` for any other sender.
 * - `site`: a program of the user's organisation, or of a form service.
 * - `robot`: a program of anyone else, most of which send other things.
 * - `role`: an address of the user's, or a shared one of the user's organisation, such as `info@`.
 * - `colleague`: another address of the user's organisation, which most likely is a person's.
 */
export type FormSender = 'site' | 'robot' | 'role' | 'colleague'

export function toFormSender(address: string, ownAddresses: readonly string[]): FormSender | null {
  const name = localPartOf(address)
  const isProgram = formPrograms.test(name)
  if (isSameOrganisation(address, ownAddresses) || isOwnAddress(address, ownAddresses)) {
    if (isProgram || ownSiteNames.test(name)) return 'site'
    if (isOwnAddress(address, ownAddresses) || roleNames.test(name)) return 'role'
    // Issue trackers and mail servers have no forms.
    return isRobotAddress(address) ? null : 'colleague'
  }
  const isService = formServices.has(registeredDomain(domainOf(address)))
  if (isService) return isProgram || isRobotAddress(address) ? 'site' : null
  return isProgram ? 'robot' : null
}
