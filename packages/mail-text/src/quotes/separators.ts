const originals = new Set(
  `original message|original mail|original appointment|reply message
   ursprüngliche nachricht|originalnachricht|original-nachricht|originalmail|ursprüngliche mail
   message d'origine|message original|message initial|mensaje original|mensagem original
   messaggio originale|messaggio original|oorspronkelijk bericht|oorspronkelijke bericht|origineel bericht
   originalmeddelande|ursprungligt meddelande|ursprungligt mail|oprindelig meddelelse|oprindelig besked
   opprinnelig melding|original meddelelse|wiadomość oryginalna|oryginalna wiadomość|alkuperäinen viesti|původní zpráva`
    .split(/[|\n]/)
    .map((name) => name.trim()),
)
const forwards = new Set(
  `forwarded message|forwarded mail|forwarded email|begin forwarded message|start of forwarded message
   weitergeleitete nachricht|weitergeleitete e-mail|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail
   message transféré|message réexpédié|début du message transféré|début du message réexpédié|mail transféré
   mensaje reenviado|inicio del mensaje reenviado|mensagem encaminhada|mensagem reencaminhada
   início da mensagem encaminhada|início da mensagem reencaminhada|messaggio inoltrato|inizio messaggio inoltrato
   doorgestuurd bericht|begin doorgestuurd bericht|begin doorgestuurde bericht|vidarebefordrat meddelande|vidarebefordrat brev
   vidarebefordrat mejl|videresendt meddelelse|videresendt besked|start på videresendt besked|videresendt melding
   przekazana wiadomość|wiadomość przekazana|początek przekazywanej wiadomości|treść przekazanej wiadomości`
    .split(/[|\n]/)
    .map((name) => name.trim()),
)

const maxLineChars = 120
const edges = new Set('-_=*~>─–—#:. ')

/** A line such as "-----Original Message-----" or "Begin forwarded message:". */
export function isSeparator(line: string): boolean {
  if (line.length > maxLineChars) return false
  const core = withoutEdges(line).toLowerCase().replaceAll('’', "'")
  if (originals.has(core) || forwards.has(core)) return true
  return line.startsWith('--') && (core === 'original' || core.startsWith('forwarded by '))
}

/** A line of dashes or underscores above a quote, a signature or a footer. */
export function isRule(line: string): boolean {
  const text = line.trim()
  return text.length >= 3 && text.length <= maxLineChars && withoutEdges(text) === ''
}

function withoutEdges(line: string): string {
  let from = 0
  let to = line.length
  while (from < to && edges.has(line[from] ?? '')) from++
  while (to > from && edges.has(line[to - 1] ?? '')) to--
  return line.slice(from, to)
}
