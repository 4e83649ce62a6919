import { expect, test } from 'vitest'
import { detectLanguage } from './language.ts'
import { toTokens } from './tokens.ts'

test.each([
  ['en', 'Could you send me the drawings for the second floor?'],
  ['de', 'Können Sie mir bitte die Zeichnungen für den zweiten Stock schicken?'],
  ['fr', 'Pourriez-vous nous envoyer les plans du deuxième étage cette semaine ?'],
  ['es', '¿Nos puede enviar los planos de la segunda planta para el lunes?'],
  ['pt', 'Você pode nos enviar os desenhos do segundo andar ainda hoje?'],
  ['it', 'Potrebbe mandarci i disegni del secondo piano? Sono per il cantiere.'],
  ['nl', 'Kunt u mij de tekeningen van de tweede verdieping sturen?'],
  ['other', 'Voisitteko lähettää minulle toisen kerroksen piirustukset tänään?'],
  ['unknown', 'Ok!'],
  ['unknown', ''],
])('the language is %s: %s', (language, text) => {
  expect(detectLanguage(toTokens(text))).toBe(language)
})
