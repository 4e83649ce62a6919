export type Footer = 'unsubscribe' | 'disclaimer' | 'list' | 'mailer'

const maxUnsubscribeWords = 60
const maxDisclaimerWords = 400
const maxFooterChars = 6000

const unsubscribe = toPattern(
  // An offer to unsubscribe, not the word alone: a sender may ask "how do I unsubscribe?"
  'to unsubscribe',
  'unsubscribe here',
  'unsubscribe from (?:this|these|our|all)',
  'click (?:here )?to unsubscribe',
  'unsubscribe at any time',
  'unsubscribe (?:link|me)?:? ?(?:<|http|→|->)',
  'manage (?:your )?(?:email )?preferences',
  'update (?:your )?(?:email )?preferences',
  'email preferences',
  'opt[- ]?out (?:<|http|->|→|here|of (?:these|future|further|our))',
  'to opt[- ]?out',
  'to stop receiving',
  'no longer wish to (?:receive|hear)',
  "don'?t want to (?:receive|hear from) (?:these|me|us|further|any more|more)",
  'you (?:are receiving|received|get|were sent) this (?:e-?mail|message|mail|newsletter) because',
  'reply (?:with )?"?(?:stop|unsubscribe|remove|no thanks)\\b"?',
  'remove (?:me|you) from (?:this|our|the) list',
  'view (?:this email )?in (?:your )?browser',
  'leave (?:the|this|our) list',
  'to be removed',
  'remove (?:you|your (?:name|address))',
  'want (?:\\p{L}{1,20} ){0,3}(?:e-?mails?|mails|messages)\\? ',
  'abbestellen',
  'abmelden (?:<|http|können|möchten)',
  'vom newsletter abmelden',
  'hier abmelden',
  'keine weiteren (?:e-?mails|nachrichten|mails)',
  'austragen',
  'abzumelden',
  'sie erhalten diese (?:e-?mail|nachricht)',
  'se désabonner',
  'se désinscrire',
  'désinscription',
  'vous désabonner',
  'vous désinscrire',
  'me désinscrire',
  'ne plus recevoir',
  'vous recevez ce(?:t)? (?:e-?mail|message|courriel)',
  'darse de baja',
  'darte de baja',
  'cancelar (?:la|tu|su) suscripción',
  'dejar de recibir',
  'no desea(?:s)? recibir',
  'date de baja',
  'recibe(?:s)? este (?:correo|mensaje|email)',
  'cancelar (?:a )?(?:sua )?(?:inscrição|subscrição|assinatura)',
  'descadastrar',
  'não deseja(?:r)? (?:mais )?receber',
  'deixar de receber',
  'você (?:está recebendo|recebeu) est[ea]',
  'annulla(?:re)? (?:la tua |l.)?iscrizione',
  'disiscriver(?:ti|si)',
  'cancellar(?:ti|si)',
  'non (?:desideri|vuoi) più ricevere',
  'hai ricevuto questa (?:e-?mail|mail)',
  'uitschrijven',
  'afmelden',
  'niet meer ontvangen',
  'je ontvangt deze (?:e-?mail|mail)',
  'u ontvangt deze (?:e-?mail|mail)',
  'avregistrera',
  'avprenumerera',
  'avsluta prenumeration',
  'afmeld',
  'meld dig fra',
  'wypisać się',
  'wypisz się',
  'zrezygnować z (?:subskrypcji|otrzymywania)',
  'anuluj subskrypcję',
)
const loneUnsubscribe =
  /^[^\p{L}]{0,10}(?:unsubscribe|opt[- ]?out|abmelden|désabonnement|baja|uitschrijven)[^\p{L}]{0,10}(?:<?https?:\S{1,400})?[^\p{L}]{0,5}$/iu

const disclaimer = toPattern(
  'intended recipient',
  'intended (?:only|solely) for',
  'intended for the (?:sole|exclusive|named)',
  'for the (?:sole|exclusive) use of',
  '(?:received|receive) this (?:e-?mail|message|communication) in error',
  'this (?:e-?mail|message)(?: and any attachments?)?(?: is| are| may be| may contain|,)? (?:strictly )?(?:confidential|privileged)',
  'may contain (?:confidential|privileged)',
  'confidentiality notice',
  'legally privileged',
  'consider the environment before',
  'scanned (?:for|by) (?:viruses|antivirus|mimecast)',
  'virus-free',
  'registered in (?:england|scotland|ireland|wales)',
  'company registration (?:no|number)',
  'registered office',
  'does not constitute (?:an offer|legal|investment|financial)',
  'not a commitment to lend',
  'diese (?:e-?mail|nachricht) (?:enthält|ist|kann) .{0,30}vertraulich',
  'nicht der (?:richtige|beabsichtigte|vorgesehene) (?:adressat|empfänger)',
  'irrtümlich erhalten',
  'unbefugte weitergabe',
  'amtsgericht .{0,40}hr ?b',
  'handelsregister',
  'ust-?id',
  'geschäftsführer(?:in)?:',
  'denken sie an die umwelt',
  'ce (?:message|courriel|mail)(?: et (?:ses|toutes les) pièces jointes)? .{0,60}confidenti',
  'si vous (?:avez reçu|recevez|n.êtes pas) .{0,40}(?:erreur|destinataire)',
  'à l.attention exclusive',
  'pensez à l.environnement',
  'n.imprimez ce',
  'este (?:mensaje|correo) .{0,80}confidencial',
  'si (?:usted )?no es (?:el|usted el) destinatario',
  'recibido (?:este (?:mensaje|correo) )?por error',
  'protección de datos',
  'antes de imprimir',
  'aviso legal',
  'esta mensagem .{0,80}confidencia',
  'este e-?mail .{0,80}confidencia',
  'se (?:você )?não (?:é|for) o destinatário',
  'recebid[oa] (?:esta mensagem )?por engano',
  'aviso de confidencialidade',
  'questo messaggio .{0,80}riservat',
  'le informazioni contenute .{0,80}riservat',
  'ricevuto (?:questo messaggio|questa e-?mail) per errore',
  'informativa (?:sulla )?privacy',
  'qualora non foste i destinatari',
  'd\\.? ?lgs',
  'dit (?:bericht|e-?mailbericht) .{0,80}(?:vertrouwelijk|bestemd)',
  'niet de (?:beoogde|geadresseerde) ?(?:ontvanger)?',
  'denk aan het milieu',
  'detta (?:meddelande|mejl|e-?postmeddelande) .{0,60}(?:konfidentiell|avsedd)',
  'denne (?:e-?mail|mail|meddelelse) .{0,60}fortrolig',
  'fejlagtigt har modtaget',
  'niniejsza wiadomość .{0,80}(?:poufn|przeznaczon)',
  'nie jest(?:eś)? (?:jej )?adresatem',
)

const list = toPattern(
  'you received this message because you are subscribed',
  'mailing list$',
  'mailman/listinfo',
  'to post to this group',
  'to view this discussion',
  'view this discussion on',
  'groups\\.google\\.com',
  'list archives?:',
  'to unsubscribe from this group',
  'groups\\.io',
)

const device =
  '(?:ios|iphone|ipad|ipod|android|galaxy|samsung|huawei|xiaomi|pixel|blackberry|mobile|phone|handy|smartphone|telefon|téléphone|móvil|movil|celular|cellulare|telemóvel|tablet|mail|outlook|gerät|proton|gmx|web\\.de|windows|mac|fairphone)'
const mailer = new RegExp(
  `^(?:sent (?:from|with|via|using)|get outlook for|von mein|gesendet (?:von|mit)|diese nachricht wurde von mein|envoyé (?:de|depuis|avec|à partir)|enviado (?:desde|do|de|a partir|con|com)|obtener outlook|obter o outlook|télécharger outlook|obtenez outlook|outlook für|holen sie sich outlook|inviato (?:da|dal|con)|ottieni outlook|scarica outlook|verstuurd vanaf|verzonden (?:vanaf|met|vanuit)|outlook voor|skickat från|skickades från|hämta outlook|sendt fra|hent outlook|få outlook|wysłan[eoy] (?:z|za)|pobierz (?:program )?outlook|yahoo mail:|lähetetty)(?![\\p{L}]).{0,60}${device}|^von mein.{1,40}gesendet`,
  'iu',
)

/** A line that a phone or mail program adds, such as "Sent from my iPhone". */
export function isMailerLine(line: string): boolean {
  const text = line.trim()
  return text.length > 0 && text.length <= 120 && mailer.test(text)
}

/** The kind of footer that a paragraph at the end of a message is, if any. */
export function findFooter(paragraph: readonly string[]): Footer | null {
  const text = paragraph.join(' ').trim()
  if (text === '' || text.length > maxFooterChars) return null
  if (paragraph.every((line) => isMailerLine(line))) return 'mailer'
  const lower = text.toLowerCase().replaceAll('’', "'")
  const words = text.split(' ').length
  if (list.test(lower) && words <= maxUnsubscribeWords)
    return unsubscribe.test(lower) ? 'unsubscribe' : 'list'
  if (hasUnsubscribeOffer(text, lower) && words <= maxUnsubscribeWords) return 'unsubscribe'
  if (disclaimer.test(lower) && words <= maxDisclaimerWords) return 'disclaimer'
  return null
}

const banner = toPattern(
  'originated (?:from )?outside',
  'external (?:e-?mail|sender|message)',
  'sent from outside',
  'you don.t often get e-?mail from',
  'diese (?:e-?mail|nachricht) (?:kommt|stammt) von (?:einem )?extern',
  'externe (?:e-?mail|nachricht)',
  'courriel externe',
  'expéditeur externe',
  'correo externo',
  'remitente externo',
  'e-?mail externo',
  'mittente esterno',
  'externe afzender',
)

/** The warning that the recipient's own server adds above messages from outside. */
export function isGatewayBanner(paragraph: readonly string[]): boolean {
  const text = paragraph.join(' ').trim()
  return (
    text.length <= 500 &&
    text.split(' ').length <= 60 &&
    /^[^\p{L}]{0,5}(?:caution|warning|external|attention|achtung|vorsicht|extern|avertissement|atención|attenzione|atenção|let op|you don.t often)/iu.test(
      text,
    ) &&
    banner.test(text.toLowerCase())
  )
}

function hasUnsubscribeOffer(text: string, lower: string): boolean {
  if (loneUnsubscribe.test(text)) return true
  return unsubscribe.test(lower) && !lower.endsWith('?')
}

function toPattern(...phrases: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${phrases.join('|')})`, 'u')
}
