import { expect, test } from 'vitest'
import { detectLanguage } from './language.ts'
import { toTokens } from './tokens.ts'

test.each([
  ['en', 'Could you send me the drawings for the second floor?'],
  ['en', 'Saw a demo in a video. I run a studio in Lisbon.'],
  ['pt', 'Segue a fatura de outubro. O prazo é 15, obrigado.'],
  // Icelandic: as many Danish words as Norwegian ones.
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

test.each([
  [
    'Afrikaans',
    'Goeie dag, ek het jou webwerf gesien en wil graag weet of jy tyd het vir ’n kort oproep. Ons help besighede om meer kliënte te kry. Laat weet my asseblief.',
  ],
  [
    'Afrikaans',
    'Hallo Jan, dankie vir die vinnige antwoord. Ek sal die faktuur môre stuur, maar ons moet nog die pryse nagaan voor dit klaar is.',
  ],
  [
    'Afrikaans',
    'Ons bied boekhoudienste vir klein maatskappye aan. Sal jy beskikbaar wees vir ’n gesprek volgende week?',
  ],
  [
    'Icelandic',
    'Góðan daginn, ég sá vefsíðuna ykkar og langar að vita hvort þið hafið tíma í stutt símtal. Við hjálpum fyrirtækjum að fá fleiri viðskiptavini.',
  ],
  [
    'Icelandic',
    'Sæl Anna, takk fyrir fundinn í gær. Ég sendi þér tilboðið á morgun en það vantar enn verðin frá birgjanum.',
  ],
  [
    'Norwegian Nynorsk',
    'Hei, eg såg nettsida dykkar og lurer på om de har tid til ein kort samtale neste veke. Vi hjelper bedrifter med å få fleire kundar.',
  ],
  [
    'Norwegian Nynorsk',
    'Takk for sist! Eg sender tilbodet i morgon, men vi manglar framleis prisane frå leverandøren. Er det greitt for dykk?',
  ],
  [
    'Norwegian Nynorsk',
    'Kan du sende meg teikningane av andre etasje før måndag? Eg treng dei til møtet.',
  ],
  [
    'Galician',
    'Bos días, vin a vosa páxina web e gustaríame saber se tedes tempo para unha chamada curta. Axudamos ás empresas a conseguir máis clientes.',
  ],
  [
    'Galician',
    'Ola Ana, grazas pola reunión de onte. Mando o orzamento mañá, pero aínda faltan os prezos do provedor. Un saúdo.',
  ],
  [
    'Galician',
    'Pode enviarnos os planos do segundo andar antes do luns? Son para a obra e non os temos.',
  ],
  [
    'Tagalog',
    'Magandang araw po, nakita ko ang website ninyo at gusto kong malaman kung may oras kayo para sa isang maikling tawag. Tumutulong kami sa mga negosyo na makakuha ng mas maraming kliyente.',
  ],
  [
    'Tagalog',
    'Hi Ana, salamat sa meeting kahapon. Ipapadala ko ang quotation bukas pero kulang pa ang mga presyo galing sa supplier.',
  ],
  [
    'Tagalog',
    'Pwede po bang pakisend ang drawings ng second floor bago mag-Lunes? Kailangan namin para sa project.',
  ],
  [
    'Indonesian',
    'Selamat pagi, saya melihat situs web perusahaan Anda dan ingin tahu apakah Anda punya waktu untuk panggilan singkat. Kami membantu bisnis mendapatkan lebih banyak klien.',
  ],
  [
    'Indonesian',
    'Halo Ana, terima kasih atas rapat kemarin. Saya kirim penawaran besok, tetapi harga dari pemasok belum ada.',
  ],
  ['Indonesian', 'Bisa kirim gambar lantai dua sebelum hari Senin? Kami perlu untuk proyek ini.'],
  [
    'Malay',
    'Selamat pagi, saya melihat laman web syarikat anda dan ingin tahu sama ada anda mempunyai masa untuk panggilan ringkas. Kami membantu perniagaan mendapatkan lebih ramai pelanggan.',
  ],
  [
    'Norwegian Bokmål',
    'Hei, jeg så nettsiden deres og lurer på om dere har tid til en kort samtale neste uke. Vi hjelper bedrifter med å få flere kunder.',
  ],
  [
    'Norwegian Bokmål',
    'Takk for sist! Jeg sender tilbudet i morgen, men vi mangler fortsatt prisene fra leverandøren.',
  ],
  [
    'Slovak',
    'Dobrý deň, videl som vašu stránku a chcel by som vedieť, či máte čas na krátky telefonát. Pomáhame firmám získať viac zákazníkov.',
  ],
  [
    'Catalan',
    'Bon dia, he vist el vostre web i m’agradaria saber si teniu temps per a una trucada curta. Ajudem les empreses a aconseguir més clients.',
  ],
  [
    'Catalan',
    'Hola Anna, gràcies per la reunió d’ahir. Envio el pressupost demà, però encara falten els preus del proveïdor.',
  ],
  [
    'Luxembourgish',
    'Moien, ech hunn är Websäit gesinn a wollt froen, ob dir Zäit hutt fir en kuerzt Gespréich. Mir hëllefen Betriber méi Clienten ze fannen.',
  ],
  [
    'Faroese',
    'Góðan dag, eg sá heimasíðuna hjá tykkum og vil vita, um tit hava tíð til eina stutta samrøðu. Vit hjálpa fyritøkum at fáa fleiri kundar.',
  ],
  [
    'Macedonian',
    'Добар ден, ја видов вашата страница и би сакал да знам дали имате време за краток разговор. Ние им помагаме на компаниите да добијат повеќе клиенти.',
  ],
  [
    'Belarusian',
    'Добры дзень, я бачыў ваш сайт і хацеў бы даведацца, ці ёсць у вас час на кароткую размову. Мы дапамагаем кампаніям знаходзіць новых кліентаў.',
  ],
])('%s is a language that the model does not know: %s', (_name, text) => {
  expect(detectLanguage(toTokens(text))).toBe('other')
})
