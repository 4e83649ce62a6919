/** Range of the first digits, and the lengths that the network issues. */
type Network = { readonly from: string; readonly to: string; readonly lengths: readonly number[] }

const upTo19 = [16, 17, 18, 19]

const networks: readonly Network[] = [
  { from: '4', to: '4', lengths: [13, 16, 18, 19] }, // Visa
  { from: '51', to: '55', lengths: [16] }, // Mastercard
  { from: '2221', to: '2720', lengths: [16] }, // Mastercard
  { from: '34', to: '34', lengths: [15] }, // American Express
  { from: '37', to: '37', lengths: [15] }, // American Express
  { from: '300', to: '305', lengths: [14, ...upTo19] }, // Diners Club
  { from: '3095', to: '3095', lengths: [14, ...upTo19] }, // Diners Club
  { from: '36', to: '36', lengths: [14, ...upTo19] }, // Diners Club
  { from: '38', to: '39', lengths: [14, ...upTo19] }, // Diners Club
  { from: '3528', to: '3589', lengths: upTo19 }, // JCB
  { from: '6011', to: '6011', lengths: upTo19 }, // Discover
  { from: '644', to: '649', lengths: upTo19 }, // Discover
  { from: '65', to: '65', lengths: upTo19 }, // Discover, RuPay, Elo
  { from: '62', to: '62', lengths: upTo19 }, // UnionPay
  { from: '81', to: '82', lengths: upTo19 }, // UnionPay, RuPay
  { from: '60', to: '60', lengths: [16] }, // RuPay, Hipercard
  { from: '2200', to: '2205', lengths: upTo19 }, // Mir, Borica
  { from: '9792', to: '9792', lengths: [16] }, // Troy
  { from: '5018', to: '5020', lengths: [12, 13, 14, 15, ...upTo19] }, // Maestro, Dankort
  { from: '5038', to: '5038', lengths: [12, 13, 14, 15, ...upTo19] }, // Maestro
  { from: '5060', to: '5099', lengths: upTo19 }, // Verve, Elo, RuPay
  { from: '56', to: '58', lengths: [12, 13, 14, 15, ...upTo19] }, // Maestro
  { from: '6304', to: '6304', lengths: [12, 13, 14, 15, ...upTo19] }, // Maestro
  { from: '6363', to: '6363', lengths: [16] }, // Elo
  { from: '67', to: '67', lengths: [12, 13, 14, 15, ...upTo19] }, // Maestro
]

export function isCardNumber(digits: string): boolean {
  return hasLuhnChecksum(digits) && networks.some((network) => isIssuedBy(network, digits))
}

function isIssuedBy({ from, to, lengths }: Network, digits: string): boolean {
  const prefix = digits.slice(0, from.length)
  return prefix >= from && prefix <= to && lengths.includes(digits.length)
}

function hasLuhnChecksum(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const weighted = index % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}
