/**
 * The frame of all simulator pages. The product's content security policy forbids inline styles.
 */
export function page(title: string, body: string, status = 200): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)} · Simulated</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/dev/simulators.css"></head>
    <body><header class="line">Demo: nothing here leaves this machine</header>
    <main>${body}</main></body></html>`
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

export async function stylesheet(): Promise<Response> {
  return new Response(css, { headers: { 'content-type': 'text/css; charset=utf-8' } })
}

/** A person's name and role as HTML, such as `<strong>Mara Lindqvist</strong>, founder`. */
export function describePerson({
  name,
  about,
}: {
  readonly name: string
  readonly about?: string
}): string {
  return `<strong>${escapeHtml(name)}</strong>${about ? `, ${escapeHtml(about)}` : ''}`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const css = `
:root { color-scheme: dark light; --bg: #0c0f16; --card: #13171f; --fg: #edf0f4; --quiet: #a2aab5; --line: #2b313a; --link: #41dca5; --error: #ff9a8d }
@media (prefers-color-scheme: light) {
  :root { --bg: #f9fafc; --card: #fff; --fg: #131922; --quiet: #575e69; --line: #dee2e7; --link: #007852; --error: #b3261e }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/1.5 system-ui, sans-serif }
.line { margin: 0; padding: 4px 16px; border-bottom: 1px solid var(--line); color: var(--quiet); font-size: 12px; text-align: center }
main { max-width: 44rem; margin: 0 auto; padding: 32px 16px }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere }
p { margin: 0 0 16px }
a { color: var(--link); text-underline-offset: 3px; overflow-wrap: anywhere }
small, time { color: var(--quiet); font-size: 14px; overflow-wrap: anywhere }
ul { list-style: none; margin: 24px 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--card) }
li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 12px 16px }
li + li { border-top: 1px solid var(--line) }
li a { flex-basis: 100%; font-weight: 600 }
h2 { margin: 32px 0 8px; font-size: 18px }
h2 + ul, h2 + pre { margin-top: 12px }
pre { margin: 24px 0; padding: 24px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
.outbox-html { width: 100%; height: 70vh; min-height: 480px; margin: 12px 0 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--card) }
.login { max-width: 28rem; margin: 16px auto; padding: 32px; border: 1px solid var(--line); border-radius: 10px; background: var(--card) }
.login h2 { margin: 24px 0 8px; font-size: 16px }
.login-host { display: flex; align-items: center; gap: 8px; color: var(--quiet); font-size: 14px }
.login-google { width: 18px; height: 18px; border-radius: 50%; background: radial-gradient(var(--card) 40%, transparent 43%), conic-gradient(#4285f4 0 30%, #34a853 0 55%, #fbbc05 0 75%, #ea4335 0) }
:is(.login, .stripe) fieldset { display: grid; gap: 8px; margin: 24px 0; padding: 0; border: 0 }
:is(.login, .stripe) legend { margin-bottom: 8px; padding: 0; font-weight: 600 }
:is(.login, .stripe) label { display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer }
:is(.login, .stripe) label:hover, :is(.login, .stripe) label:has(:checked) { border-color: var(--link) }
:is(.login, .stripe) label span { min-width: 0; overflow-wrap: anywhere }
:is(.login, .stripe) label small { display: block }
:is(.login, .stripe) input { width: 18px; height: 18px; margin: 0; flex: none; accent-color: var(--link) }
:is(.login, .stripe) label:has(:focus-visible), :is(.login, .stripe) button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
:is(.login, .stripe) input:focus-visible { outline: none }
.login-buttons { display: flex; flex-wrap: wrap; gap: 12px; margin: 24px 0 0 }
:is(.login, .stripe) button { min-height: 44px; padding: 0 24px; border: 1px solid var(--line); border-radius: 8px; background: none; color: var(--fg); font: inherit; font-weight: 600; cursor: pointer }
:is(.login, .stripe) .login-yes { border-color: var(--link); background: var(--link); color: var(--bg) }
.stripe { max-width: 34rem; margin: 16px auto; padding: 32px; border: 1px solid var(--line); border-radius: 10px; background: var(--card) }
.stripe-mark { display: grid; place-items: center; width: 18px; height: 18px; border-radius: 4px; background: #635bff; color: #fff; font-size: 12px; font-weight: 700 }
.stripe-price { font-size: 18px }
.stripe dl { margin: 24px 0; border-block: 1px solid var(--line) }
.stripe dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 8px 0 }
.stripe dl div + div { border-top: 1px solid var(--line) }
.stripe dt { color: var(--quiet) }
.stripe dd { margin: 0; overflow-wrap: anywhere }
.stripe .stripe-field { display: grid; gap: 8px }
.stripe .stripe-field label { min-height: 0; padding: 0; border: 0; font-weight: 600 }
.stripe .stripe-field input { width: 100%; height: auto; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--bg); color: var(--fg); font: inherit }
.stripe .stripe-field input:focus-visible, .stripe a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
.stripe-button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 24px; border: 1px solid var(--line); border-radius: 8px; color: var(--fg); font-weight: 600; text-decoration: none }
.stripe-button:hover { border-color: var(--link) }
.stripe-actions { display: flex; flex-wrap: wrap; gap: 12px }
.stripe-error, .stripe-done { padding: 12px 16px; border: 1px solid var(--link); border-radius: 8px }
.stripe form + p { margin-top: 16px }
:is(.stripe-error, .stripe-done):focus { outline: none }
.stripe-error { border-color: var(--error); color: var(--error) }
.stripe-lines { width: 100%; margin: 24px 0; border-collapse: collapse }
.stripe-lines th, .stripe-lines td { padding: 8px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere }
.stripe-lines tr > :last-child { padding-left: 16px; text-align: right; white-space: nowrap }
.stripe-lines small { display: block }
@media (max-width: 30rem) { .stripe, .login { padding: 24px 16px } .stripe button, .stripe-button { flex: 1 1 100%; justify-content: center } }
@media print { .line, .stripe form, .stripe a { display: none } .stripe { border: 0 } }
.world-read a { font-weight: 400 }
.world-facts { display: flex; flex-wrap: wrap; flex-basis: 100%; align-items: center; gap: 4px 8px; margin-top: 4px }
.world-facts time { margin-left: auto }
.world-chip { padding: 0 8px; border: 1px solid var(--line); border-radius: 99px; color: var(--quiet); font-size: 12px; line-height: 20px; overflow-wrap: anywhere }
.world-yes { border-color: var(--link); color: var(--link) }
.world-state { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px }
.world-folders { display: flex; flex-wrap: wrap; gap: 8px }
.world-folders a { display: flex; align-items: center; gap: 8px; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 8px; color: var(--fg); text-decoration: none }
.world-folders a:hover, .world-folders [aria-current] { border-color: var(--link) }
.world-pages { display: flex; justify-content: space-between }
.world-headers { width: 100%; border-collapse: collapse; font-size: 14px; table-layout: fixed }
.world-headers th, .world-headers td { padding: 8px; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere }
.world-headers th { width: 30%; color: var(--quiet); font-weight: 400 }
.world-reply { display: grid; gap: 12px; margin: 24px 0 }
.world-columns { display: grid; gap: 24px; grid-template-columns: minmax(0, 1fr) }
.world-columns section > ul { margin: 16px 0 }
.world-columns aside { display: grid; gap: 12px; align-content: start }
.world-form { padding: 0 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--card) }
.world-form summary { min-height: 44px; padding: 10px 0; font-weight: 600; cursor: pointer }
.world-form form { display: grid; gap: 16px; padding: 8px 0 16px }
.world-form form p { margin: 0 }
.world-form label { display: grid; gap: 4px; font-size: 14px; color: var(--quiet) }
.world-form input, .world-form select, .world-form textarea { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--bg); color: var(--fg); font: inherit; font-size: 16px }
.world-form textarea { resize: vertical }
.world-time { display: flex; flex-wrap: wrap; gap: 8px }
.world-time button { min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; background: none; color: var(--fg); font: inherit; font-weight: 600; cursor: pointer }
.world-columns button, .world-reply button { width: 100%; min-height: 44px; padding: 8px 24px; border: 1px solid var(--line); border-radius: 8px; background: none; color: var(--fg); font: inherit; font-weight: 600; cursor: pointer }
.world-columns .world-main, .world-reply .world-main { border-color: var(--link); background: var(--link); color: var(--bg) }
.world-columns :focus-visible, .world-reply :focus-visible, .world-folders a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
@media (min-width: 60rem) {
  main:has(.world-columns) { max-width: 76rem }
  .world-columns { grid-template-columns: minmax(0, 1fr) 20rem }
  .world-columns aside { grid-column: 2 }
  .world-columns section { grid-column: 1; grid-row: 1 }
}
`
