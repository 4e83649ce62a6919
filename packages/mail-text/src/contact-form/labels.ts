/**
 * The kinds of labelled lines in a contact form.
 * - `name`, `email`, `subject`: as the author typed them.
 * - `from`: the author's name, address or both. In other messages it may be a place.
 * - `sender`: used as the name if there is neither a name nor a From field. An address in it is ignored.
 * - `message`: the message follows.
 * - `remark`: may label the message, but services also use it for other texts.
 * - `detail`: any other known field, such as phone or company.
 * - `record`: part of an order, a booking or a ticket, so this is not a contact form.
 */
export type FieldKind =
  | 'name'
  | 'from'
  | 'sender'
  | 'email'
  | 'subject'
  | 'message'
  | 'remark'
  | 'detail'
  | 'record'

/**
 * The labels of English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech,
 * Swedish, Danish and Russian forms, in this order.
 */
const labels: Readonly<Record<FieldKind, string>> = {
  name: `name|your name|full name|first name|last name|surname|first and last name|customer name|parent name
    ihr name|dein name|vorname|nachname|vor- und nachname|vorname und nachname
    nom|votre nom|prénom|nom et prénom|prénom et nom|nom complet|nom/prénom
    nombre|su nombre|tu nombre|nombre completo|nombre y apellidos|nombre y apellido|apellidos
    nome|seu nome|o seu nome|nome completo|sobrenome|apelido
    il tuo nome|nome e cognome|cognome|nominativo
    naam|uw naam|je naam|jouw naam|voornaam|achternaam|volledige naam
    imię|imię i nazwisko|nazwisko|twoje imię
    jméno|jméno a příjmení|vaše jméno|příjmení
    namn|ditt namn|förnamn|efternamn|för- och efternamn
    navn|dit navn|fornavn|efternavn|fulde navn
    имя|ваше имя|фио|ф.и.о.|фамилия|имя и фамилия`,
  from: `from|von|de|da|van|od|från|fra|от|от кого`,
  sender: `contact|contact name|contact person|sender|ansprechpartner|kontakt|absender|expéditeur|remitente|remetente|mittente|afzender|contactpersoon|nadawca|osoba kontaktowa|odesílatel|avsändare|afsender|отправитель`,
  email: `email|e-mail|mail|your email|your e-mail|email address|e-mail address|your email address|your e-mail address|contact email
    e-mail-adresse|email-adresse|e-mail adresse|emailadresse|mailadresse|ihre e-mail|ihre e-mail-adresse|deine e-mail|ihre email
    courriel|adresse e-mail|adresse email|adresse mail|votre e-mail|votre email|votre adresse e-mail|adresse électronique|mél
    correo|correo electrónico|su correo|tu correo|su correo electrónico|tu correo electrónico|tu email|su email|dirección de correo|dirección de correo electrónico
    seu e-mail|seu email|o seu email|o seu e-mail|endereço de e-mail|endereço de email|correio eletrónico|correio eletrônico
    indirizzo email|indirizzo e-mail|la tua email|la tua e-mail|posta elettronica
    e-mailadres|emailadres|uw e-mail|uw e-mailadres|je e-mail|je e-mailadres|mailadres
    adres e-mail|adres email|twój e-mail|twój email|adres mailowy
    váš e-mail|váš email|e-mailová adresa|vaše e-mailová adresa|emailová adresa
    e-post|epost|e-postadress|din e-post|din e-postadress|mejl|mejladress
    din e-mail|din email|e-mailadresse|din mail
    почта|эл. почта|электронная почта|ваш e-mail|ваш email|ваша почта|адрес электронной почты`,
  subject: `subject|regarding|your subject
    betreff
    objet|sujet
    asunto
    assunto
    oggetto
    onderwerp
    temat|tytuł
    předmět|věc
    ämne
    emne
    тема|тема сообщения`,
  message: `message|your message|message body|message text|message content|comment or message|enquiry|inquiry|your enquiry|your inquiry|how can we help|how can we help you|what can we help you with
    nachricht|ihre nachricht|deine nachricht|nachrichtentext|mitteilung|ihre mitteilung|anfrage|ihre anfrage|anliegen|ihr anliegen|wie können wir helfen
    votre message|corps du message
    mensaje|su mensaje|tu mensaje
    mensagem|sua mensagem|a sua mensagem
    messaggio|il tuo messaggio|testo del messaggio
    bericht|uw bericht|je bericht|jouw bericht
    wiadomość|twoja wiadomość|treść wiadomości|treść zapytania
    zpráva|vaše zpráva|text zprávy
    meddelande|ditt meddelande
    besked|din besked|meddelelse|din meddelelse
    сообщение|ваше сообщение|текст сообщения`,
  remark: `comment|comments|comments or questions|question|questions|your question|request|your request|details|text|project|project details|about your project|description|tell us more
    kommentar|bemerkung|bemerkungen|frage|ihre frage
    commentaire|commentaires|demande|votre demande|votre question|texte
    comentario|comentarios|consulta|su consulta|tu consulta|texto|pregunta
    comentário|comentários|dúvida|pergunta
    testo|richiesta|la tua richiesta|commento|commenti|domanda
    opmerking|opmerkingen|vraag|uw vraag|vraag of opmerking|vraag/opmerking|tekst|toelichting
    treść|zapytanie|pytanie|komentarz
    dotaz|váš dotaz|poznámka|poptávka
    fråga|din fråga
    spørgsmål|henvendelse|din henvendelse
    текст|вопрос|ваш вопрос|комментарий|комментарии|обращение`,
  detail: `phone|tel|telephone|mobile|phone number|telephone number|your phone|company|company name|organisation|organization|business|website|web site|url|address|city|country|budget|title|role|topic|reason|reason for contact|reason for enquiry
    telefon|telefonnummer|handy|firma|unternehmen|webseite|anrede|ort|plz|straße|thema|grund
    téléphone|tél|société|entreprise|site web|ville|pays|portable
    teléfono|empresa|sitio web|ciudad|móvil|celular|motivo|tema
    telefone|telemóvel|site|cidade
    telefono|cellulare|azienda|ditta|sito|sito web|città|argomento
    telefoon|telefoonnummer|bedrijf|bedrijfsnaam|plaats
    nr telefonu|numer telefonu|strona www
    telefonní číslo|společnost|mobil
    företag|mobilnummer
    virksomhed|telefonnr
    телефон|ваш телефон|компания|организация|сайт|город`,
  record: `order|order number|order no|order no.|order id|order #|total|order total|subtotal|amount|invoice|invoice number|ticket|ticket id|ticket number|ticket no|ticket #|case|case number|case id|requester|assignee|assigned to|priority|status|booking|booking number|booking reference|booking id|reservation|event|event date|event type|event date/time|invitee|payment|payment method|shipping address|billing address|tracking number|transaction id
    bestellung|bestellnummer|auftragsnummer|gesamt|gesamtbetrag|gesamtsumme|rechnung|rechnungsnummer|buchung|buchungsnummer|lieferadresse|rechnungsadresse|zahlungsart|vorgangsnummer|ticketnummer
    commande|numéro de commande|n° de commande|facture|réservation|adresse de livraison|numéro de ticket
    pedido|número de pedido|n.º de pedido|factura|reserva|dirección de envío
    número do pedido|encomenda|número da encomenda|fatura
    ordine|numero ordine|numero d'ordine|totale|fattura|prenotazione
    bestelling|bestelnummer|ordernummer|totaal|factuur|factuurnummer|boeking|reservering
    zamówienie|numer zamówienia|nr zamówienia|suma|razem|faktura|rezerwacja|zgłoszenie|numer zgłoszenia
    objednávka|číslo objednávky|celkem|rezervace
    beställning|totalt|bokning|ärendenummer
    ordre|ordrenummer|i alt|sagsnummer
    заказ|номер заказа|итого|сумма|счет|бронирование|заявка|номер заявки`,
}

const maxLabelChars = 60
const maxLabelWords = 6

const kinds = new Map<string, FieldKind>()
for (const kind of Object.keys(labels) as FieldKind[])
  for (const label of labels[kind].split(/[|\n]/)) kinds.set(toKey(label), kind)

export type LabelledLine = {
  /** `unknown`: any other label, such as "Budget in kg". */
  readonly kind: FieldKind | 'unknown'
  readonly value: string
  readonly hasColon: boolean
}

/** Reads "Name: Dale", and a known label that is alone in its line. */
export function readLabelledLine(line: string): LabelledLine | null {
  const text = line.trim()
  const colon = text.slice(0, maxLabelChars + 1).indexOf(':')
  if (colon < 0) {
    const kind = text.length <= maxLabelChars ? kinds.get(toKey(text)) : undefined
    return kind === undefined ? null : { kind, value: '', hasColon: false }
  }
  const label = text.slice(0, colon)
  const value = text.slice(colon + 1)
  const kind = kinds.get(toKey(label))
  if (kind !== undefined) return { kind, value: value.replace(/^[*_\s]+/, ''), hasColon: true }
  const isLabel = /^[\p{L}¿]/u.test(label) && label.split(' ').length <= maxLabelWords
  return isLabel && !value.startsWith('//')
    ? { kind: 'unknown', value: value.trim(), hasColon: true }
    : null
}

/**
 * Reads "Name Dale", which is a table's row in plain text. Without a colon such a line may be a
 * sentence, so only labels of the expected kinds count.
 */
export function readTableRow(line: string, expected: readonly FieldKind[]): LabelledLine | null {
  const words = line.trim().split(' ', maxLabelWords)
  for (let count = words.length - 1; count > 0; count--) {
    const label = words.slice(0, count).join(' ')
    const kind = kinds.get(toKey(label))
    if (kind !== undefined && expected.includes(kind))
      return { kind, value: line.trim().slice(label.length).trim(), hasColon: false }
  }
  return null
}

/** Accents, case, the marks of a required field and the marks of bold type don't matter. */
function toKey(label: string): string {
  return label
    .slice(0, maxLabelChars + 20)
    .normalize('NFKD')
    .replace(/[\p{M}*¿()]/gu, '')
    .toLowerCase()
    .replace(/[?:_\s]+$/, '')
    .replace(/^[_\s•·-]+/, '')
}
