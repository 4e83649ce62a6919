/**
 * Suffixes for which a bare "word.suffix" is nearly always a domain. File extensions and everyday
 * words (md, rs, py, sh, zip, so, to, am, is) are left out: those domains need www. or a path.
 */
const wellKnown = new Set(
  `com org net edu gov mil int info biz pro tel mobi jobs travel coop
   io co ai app dev me tv gg ly xyz tech online site website store shop cloud agency digital
   email solutions services software systems network media studio design marketing consulting
   group team company ventures capital partners finance fund money legal health care academy
   global world space host page blog news live club life today link click work works expert
   eu uk de at ch li fr es pt it nl be lu ie dk se no fi pl cz sk hu ro bg hr si gr tr ua ru
   br mx ar cl pe us ca au nz jp cn hk tw kr sg in za il ae sa gmbh berlin hamburg koeln wien
   paris london amsterdam barcelona madrid nyc cat bzh vlaanderen swiss
   example test invalid`.split(/\s+/),
)

export function isWellKnownSuffix(suffix: string): boolean {
  return wellKnown.has(suffix.toLowerCase())
}
