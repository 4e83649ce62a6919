import { expect, test } from 'vitest'
import { isTooDeep, listRemoved, sanitiseSnippet } from './sanitise-snippet.ts'

const inHead = (markup: string) => sanitiseSnippet(markup, { isScript: true })

test.each([
  ['<script>go("<b>")</script>', '<script nonce="%NONCE%">go("<b>")</script>'],
  [
    '<script async src="https://tag.example/x.js"></script>',
    '<script async src="https://tag.example/x.js" nonce="%NONCE%"></script>',
  ],
  [
    '<noscript><img src="https://tag.example/p" width="1" height="1"></noscript>',
    '<noscript><img src="https://tag.example/p" width="1" height="1" alt=""></noscript>',
  ],
  ['<meta name="verify" content="x">', '<meta name="verify" content="x">'],
  [
    '<script type="application/ld+json">{"a":1}</script>',
    '<script type="application/ld+json" nonce="%NONCE%">{"a":1}</script>',
  ],
  [
    '<script src="https://tag.example/x.js" integrity="sha384-x" crossorigin="anonymous"></script>',
    '<script src="https://tag.example/x.js" integrity="sha384-x" crossorigin="anonymous" nonce="%NONCE%"></script>',
  ],
  ['go(1 < 2)', '<script nonce="%NONCE%">go(1 < 2)</script>'],
  ['   ', ''],
])('%j is kept', (markup, html) => {
  expect(inHead(markup)).toBe(html)
})

test.each([
  '<iframe src="https://tag.example"></iframe>',
  '<base href="https://spy.example/">',
  '<meta http-equiv="refresh" content="0;url=https://spy.example">',
  '<link rel="stylesheet" href="https://spy.example/x.css">',
  '<style>body { display: none }</style>',
  '<form action="https://spy.example"><input name="password"></form>',
  '<div onclick="x()"></div>',
  '<svg onload="x()"></svg>',
  '<img src="https://a.example/x" onerror="x()">',
  '<script src="http://tag.example/x.js"></script>',
  '<script src="data:text/javascript,x()"></script>',
  '<script nonce="theirs"></script>',
])('the harmful parts of %j are removed', (markup) => {
  expect(inHead(markup)).not.toMatch(
    /iframe|base|http-equiv|link|style|form|input|\bon\w+=|svg|http:|data:|theirs/,
  )
})

test('text without markup stays text unless it is a script', () => {
  expect(sanitiseSnippet('go()', { isScript: false })).toBe('go()')
})

test.each([
  ['<script>go()</script>', []],
  ['go(1 < 2)', []],
  ['<!-- Pixel --><script async data-id="1" src="https://tag.example/x.js"></script>', []],
  ['<noscript><iframe src="https://tag.example"></iframe></noscript>', ['<iframe>']],
  [
    '<img src="https://a.example/x" onerror="x()"><img src="https://a.example/y">',
    ['onerror of <img>'],
  ],
  ['<script src="http://tag.example/x.js"></script>', ['src of <script>']],
  ['<style>a {}</style><style>b {}</style><div><link></div>', ['<style>', '<div>', '<link>']],
  ['<script nonce="theirs" data-my-key="1"></script>', ['nonce of <script>']],
  ['', []],
])('an admin learns what is removed from %j', (markup, removed) => {
  expect(listRemoved(markup, { isScript: true })).toEqual(removed)
})

test('markup that is nested too deeply for our pages is found', () => {
  expect(isTooDeep('<b>'.repeat(30_000))).toBe(true)
  expect(isTooDeep('<b>'.repeat(101))).toBe(true)
  expect(isTooDeep('<div><noscript><img></noscript></div>')).toBe(false)
  expect(isTooDeep('<script>' + '<b>'.repeat(1_000) + '</script>')).toBe(false)
})
