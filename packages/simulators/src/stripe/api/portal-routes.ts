import { makePortalSession } from '../objects/portal.ts'
import { loadCustomer } from './customer-routes.ts'
import { pagingParams, toPage } from './paging.ts'
import type { Route } from './route.ts'
import { noSuch } from './stripe-error.ts'

const configurationsUrl = '/v1/billing_portal/configurations'

export const portalRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: { configuration: 'text', customer: 'text', locale: 'text', return_url: 'url' },
    handle({ account, params }) {
      const customer = loadCustomer(account, params.required('customer'), 'customer')
      const configurations = [...account.portalConfigurations.keys()]
      const wanted = params.text('configuration') ?? configurations[0] ?? ''
      if (!configurations.includes(wanted)) throw noSuch('configuration', wanted, 'configuration')
      const session = makePortalSession(account, {
        customer: customer.id,
        configuration: wanted,
        locale: params.text('locale'),
        returnUrl: params.text('return_url'),
      })
      account.portalSessions.set(session.id, session)
      account.emit('billing_portal.session.created', session)
      return session
    },
  },
  {
    method: 'GET',
    path: configurationsUrl,
    params: { ...pagingParams, active: 'boolean', is_default: 'boolean' },
    handle({ account, params }) {
      const found = [...account.portalConfigurations.values()].filter(
        ({ active, is_default: isDefault }) =>
          (params.boolean('active') ?? active) === active &&
          (params.boolean('is_default') ?? isDefault) === isDefault,
      )
      return toPage(found, params, { url: configurationsUrl, kind: 'configuration' })
    },
  },
]
