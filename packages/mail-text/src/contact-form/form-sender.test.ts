import { expect, test } from 'vitest'
import { toFormSender } from './form-sender.ts'

const own = ['ann@kestrelworks.example', 'ann.kestrel@gmail.com']

test.each([
  ['wordpress@kestrelworks.example', 'site'],
  ['no-reply@kestrelworks.example', 'site'],
  ['no-reply-forms@webflow.com', 'site'],
  ['form-submission@squarespace.info', 'site'],
  ['notifications@usebasin.com', 'site'],
  ['webform@kestrelworks.example', 'site'],
  ['kontaktformular@kestrelworks.example', 'site'],
  ['mailer@kestrelworks.example', 'site'],
  ['www-data@host7.example', 'outside-program'],
  ['wordpress@host7.example', 'outside-program'],
  ['no-reply@hosting.example', 'outside-program'],
  ['submissions@formrelay.example', 'outside-program'],
  ['formresponses@netlify.com', 'site'],
  ['info@kestrelworks.example', 'role'],
  ['ann@kestrelworks.example', 'role'],
  ['ann.kestrel@gmail.com', 'role'],
  ['bob@mail.kestrelworks.example', 'colleague'],
])('a contact form may send from %s: %s', (address, kind) => {
  expect(toFormSender(address, own)).toBe(kind)
})

test.each([
  'pat@vendor.example',
  'info@vendor.example',
  'bob@gmail.com',
  'pat@platform.example',
  'pat@uniforms.example',
  'pat@formula.example',
  'pat@formatwerk.example',
  'formby@vendor.example',
  'pat@leadforms.example',
  'pat@formlabs.com',
  'ana@formacion.es',
  'jane@squarespace.com',
  'mailer@vendor.example',
  'requests@vendor.example',
  'jira@kestrelworks.example',
  'postmaster@kestrelworks.example',
])('no contact form sends from %s', (address) => {
  expect(toFormSender(address, own)).toBeNull()
})
