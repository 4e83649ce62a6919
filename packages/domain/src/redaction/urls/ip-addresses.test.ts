import { expect, test } from 'vitest'
import { redact, type RedactionCounts } from '../redact.ts'

const one = { ipAddresses: 1 }
const two = { ipAddresses: 2 }
const none = {}

const cases: readonly (readonly [string, string, RedactionCounts])[] = [
  ['IP: 192.0.2.44', 'IP: [ip]', one],
  ['10.0.0.1-10.0.0.9', '[ip]-[ip]', two],
  ['192.168.1.1:8080', '[ip]', one],
  ['192.0.2.0/24.', '[ip].', one],
  ['log,192.0.2.177,11211', 'log,[ip],11211', one],
  ['[192.0.2.1]', '[[ip]]', one],
  ['１９２.０.２.４４', '[ip]', one],
  ['192.0.\u200B2.44', '[ip]', one],
  ['2001:db8::1', '[ip]', one],
  ['::1 and fe80::1%eth0', '[ip] and [ip]', two],
  ['[2001:db8::1]:443', '[ip]', one],
  ['2001:0db8:85a3:0000:0000:8a2e:0370:7334', '[ip]', one],
  ['::ffff:192.0.2.1', '[ip]', one],
  ['from 2001:db8::1.', 'from [ip].', one],
  ['IPv6:2001:db8::1', 'IPv6:[ip]', one],
  ['2001:db8::/32', '[ip]', one],
  ['at 12:30:45', 'at 12:30:45', none],
  ['00:1A:2B:3C:4D:5E', '00:1A:2B:3C:4D:5E', none],
  ['std::vector and a::b', 'std::vector and a::b', none],
  ['v1.2.3.4', 'v1.2.3.4', none],
  ['version 1.2.3.4 and Version: 10.0.0.1', 'version 1.2.3.4 and Version: 10.0.0.1', none],
  ['revision 1.1.4.1, version=1.4.0.0', 'revision 1.1.4.1, version=1.4.0.0', none],
  ['Chrome/120.0.0.0', 'Chrome/120.0.0.0', none],
  ['section 4.2.1.3', 'section 4.2.1.3', none],
  ['§ 1.2.3.4', '§ 1.2.3.4', none],
  ['1.2.3.4 Payment terms', '1.2.3.4 Payment terms', none],
  ['Abschnitt 3.1.4.1', 'Abschnitt 3.1.4.1', none],
  ['999.1.1.1', '999.1.1.1', none],
  ['1.2.3.4.5', '1.2.3.4.5', none],
  ['ratio 16:9, 3:2', 'ratio 16:9, 3:2', none],
]

test.each(cases)('in %j IP addresses are masked', (text, masked, counts) => {
  expect(redact(text, 'full')).toEqual({ text: masked, counts })
})
