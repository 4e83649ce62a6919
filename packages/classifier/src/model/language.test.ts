import { expect, test } from 'vitest'
import { detectLanguage } from './language.ts'
import { toTokens } from './tokens.ts'

test.each([
  ['en', 'Could you send me the drawings for the second floor?'],
  ['en', 'Saw a demo in a video. I run a studio in Lisbon.'],
  ['pt', 'Segue a fatura de outubro. O prazo é 15, obrigado.'],
  // As many Danish words as Norwegian ones.
  ['other', 'Hæ, er fundur til og fra en'],
  ['de', 'Können Sie mir bitte die Zeichnungen für den zweiten Stock schicken?'],
  ['fr', 'Pourriez-vous nous envoyer les plans du deuxième étage cette semaine ?'],
  ['es', '¿Nos puede enviar los planos de la segunda planta para el lunes?'],
  ['pt', 'Você pode nos enviar os desenhos do segundo andar ainda hoje?'],
  ['it', 'Potrebbe mandarci i disegni del secondo piano? Sono per il cantiere.'],
  ['nl', 'Kunt u mij de tekeningen van de tweede verdieping sturen?'],
  ['pl', 'Czy mogą Państwo przesłać mi rysunki drugiego piętra do poniedziałku?'],
  ['cs', 'Mohl byste mi prosím poslat výkresy druhého patra do pondělí?'],
  ['ru', 'Не могли бы вы прислать мне чертежи второго этажа до понедельника?'],
  ['sv', 'Kan du skicka ritningarna för andra våningen till mig innan måndag?'],
  ['da', 'Kan du sende mig tegningerne af anden sal inden mandag? Tak for det.'],
  // Close to Danish, Czech and Russian, but other languages.
  ['other', 'Kan du sende meg tegningene av andre etasje før mandag? Takk, hva synes dere?'],
  ['other', 'Mohli by ste mi prosím poslať výkresy druhého poschodia? Nie som si istý, ako ďalej.'],
  ['other', 'Чи не могли б ви надіслати мені креслення другого поверху до понеділка?'],
  ['other', 'Бихте ли ми изпратили чертежите на втория етаж до понеделник? Благодаря ви.'],
  // Without spaces it is one long word.
  ['unknown', '二階の図面を月曜日までに送っていただけますか。よろしくお願いします。'],
  ['other', 'Voisitteko lähettää minulle toisen kerroksen piirustukset tänään?'],
  ['unknown', 'Ok!'],
  ['unknown', ''],
])('the language is %s: %s', (language, text) => {
  expect(detectLanguage(toTokens(text))).toBe(language)
})
