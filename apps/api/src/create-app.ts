import { AppError } from '@doorman/domain/app-error'
import type { Runtime } from '@doorman/runtime/context'
import { createRequestIds } from '@doorman/runtime/request-id'
import { loadTrackingCodes } from '@doorman/services/tracking/load-tracking-codes'
import { requireAdmin } from '@doorman/services/users/require-admin'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type RouteOptions,
} from 'fastify'
import { compressResponses } from './http/compression.ts'
import { respondToBadRequest, respondToBadUrl, handleErrors } from './http/error-handler.ts'
import { logRequests } from './http/log-requests.ts'
import { addRequestIds } from './http/request-ids.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { createDataWait } from './pages/data-wait.ts'
import { mountHosts, type Hosts } from './pages/mount-hosts.ts'
import { mountPages, type Pages } from './pages/mount-pages.ts'
import { activityRoutes } from './routes/activity.ts'
import { adminAuditRoutes } from './routes/admin-audit.ts'
import { adminEmailRoutes } from './routes/admin-emails.ts'
import { adminQueueRoutes } from './routes/admin-queue.ts'
import { adminSettingsRoutes } from './routes/admin-settings.ts'
import { adminTrackingRoutes } from './routes/admin-tracking.ts'
import { adminUserRoutes } from './routes/admin-users.ts'
import { publicAuthRoutes, signedInAuthRoutes } from './routes/auth.ts'
import { billingRoutes } from './routes/billing.ts'
import { blogRoutes } from './routes/blog.ts'
import { connectionCallbackRoutes } from './routes/connection-callbacks.ts'
import { contactRoutes } from './routes/contact.ts'
import { contentNamesRoutes } from './routes/content-names.ts'
import { contentRoutes } from './routes/content.ts'
import { cspReportRoutes } from './routes/csp-reports.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { emailExportRoutes } from './routes/email-export.ts'
import { emailLinkRoutes, emailPreferenceRoutes, unsubscribeRoutes } from './routes/emails.ts'
import { filterSettingsRoutes } from './routes/filter-settings.ts'
import { filteredEmailRoutes } from './routes/filtered-emails.ts'
import { openEmailRoute } from './routes/open-email.ts'
import { firstScanRoutes } from './routes/first-scans.ts'
import { healthRoutes } from './routes/health.ts'
import { mediaRoutes } from './routes/media.ts'
import { liveUpdateRoutes } from './routes/live-updates.ts'
import { mailboxRoutes } from './routes/mailboxes.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { addressLinkRoutes, exportDownloadRoutes, ownDataRoutes } from './routes/own-data.ts'
import { paymentWebhookRoutes } from './routes/payment-webhook.ts'
import { pictureUploadRoutes } from './routes/picture-uploads.ts'
import { publisherDomainRoutes } from './routes/publisher-domain.ts'
import { secondFactorRoutes, secondStepRoutes } from './routes/second-factor.ts'
import { securityTxtRoutes } from './routes/security-txt.ts'
import { consentRoutes, trackingRoutes } from './routes/tracking.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { providerSignInRoutes, signInMethodRoutes } from './routes/social-sign-in.ts'
import { smartResponseRoutes } from './routes/smart-response.ts'
import { answerThisMachineOnly, refuseCrossSiteChanges } from './http/same-origin.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { refuseOtherUsersPages } from './http/shown-user.ts'
import { toOriginForm } from './http/origin-form.ts'
import { refuseUnstorableUrls } from './http/unstorable-text.ts'
import { usualStreamTimes, type StreamTimes } from './streams/event-stream.ts'
import { answerKeptPages } from './pages/shared/answer-kept-pages.ts'
import { createSharedPages } from './pages/shared/shared-pages.ts'
import { cacheTrackingCodes } from './pages/tracking-codes.ts'
import { guardViews } from './http/viewing.ts'
import { endViewRoutes, startViewRoutes } from './routes/view-as.ts'

export type AppOptions = {
  readonly runtime: Runtime
  readonly pages: Pages
  /** Simulators by path prefix; empty outside the demo. */
  readonly hosts: Hosts
  readonly logger: FastifyBaseLogger
  readonly trustProxy: string | false
  /** Client id of our app registration at Microsoft; `null` if there is none. */
  readonly microsoftClientId: string | null
  /** What Prometheus shows to read `/metrics`; `null` if it is off. */
  readonly metricsToken: string | null
  /** Shorter in tests. */
  readonly streamTimes?: StreamTimes
  /** Called with every route, so that a test can check who may use it. */
  readonly onRoute?: (route: RouteOptions) => void
}

/** The whole server as a function: `listen` in production, `inject` in tests. */
export async function createApp({
  runtime,
  pages,
  hosts,
  logger,
  trustProxy,
  microsoftClientId,
  metricsToken,
  streamTimes = usualStreamTimes,
  onRoute,
}: AppOptions): Promise<FastifyInstance> {
  const { ctx } = runtime
  const trackingCodes = cacheTrackingCodes(() => loadTrackingCodes(ctx), ctx)
  const sharedPages = createSharedPages(ctx, (onChange) =>
    runtime.liveUpdates.watchSite(() => {
      trackingCodes.forget()
      onChange()
    }),
  )
  const isSecure = ctx.publicUrl.startsWith('https:')
  const chooseId = createRequestIds(trustProxy)
  const app = Fastify({
    loggerInstance: logger,
    genReqId: ({ socket, headers }) => chooseId(socket.remoteAddress, headers['x-request-id']),
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: creating a child logger costs more than the one line that a
    // request writes. Lines name their request all the same, see addRequestIds.
    childLoggerFactory: (parent) => parent,
    trustProxy,
    rewriteUrl: ({ url = '/' }) => toOriginForm(url),
    frameworkErrors: respondToBadUrl,
    clientErrorHandler: respondToBadRequest,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Long enough for a percent-encoded email address or domain.
    routerOptions: { maxParamLength: 1_000 },
  })
  if (onRoute) app.addHook('onRoute', onRoute)
  // The first request hook, so kept pages skip the others. In development, Vite serves pages.
  if (!pages.web.middleware) answerKeptPages(app, ctx.publicUrl, trackingCodes, sharedPages)
  addRequestIds(app)
  setSecurityHeaders(app, { isSecure, isDev: pages.isDev })
  logRequests(app, runtime.metrics)
  handleErrors(app)
  if (pages.isDemo) answerThisMachineOnly(app)
  refuseUnstorableUrls(app)
  await compressResponses(app)
  app.removeContentTypeParser('text/plain')

  app.setNotFoundHandler(async () => {
    throw new AppError('not-found', 'Page not found.')
  })

  healthRoutes(app, runtime.isReady)
  metricsRoutes(app, runtime, metricsToken)
  mediaRoutes(app, ctx)
  publisherDomainRoutes(app, microsoftClientId)
  securityTxtRoutes(app, ctx)
  await app.register(async (api) => {
    api.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    refuseCrossSiteChanges(api, pages)
    openApiRoutes(api)
    cspReportRoutes(api, ctx)
    publicAuthRoutes(api, ctx)
    secondStepRoutes(api, ctx)
    providerSignInRoutes(api, ctx)
    blogRoutes(api, ctx)
    trackingRoutes(api, trackingCodes.find)
    await api.register(async (forms) => consentRoutes(forms, { isSecure }))
    emailLinkRoutes(api, ctx)
    addressLinkRoutes(api, ctx)
    await api.register(async (forms) => unsubscribeRoutes(forms, ctx))
    connectionCallbackRoutes(api, ctx)
    contactRoutes(api, ctx)
    for (const path of ['/api', '/api/*'])
      api.all(path, async () => {
        throw new AppError('not-found', 'Unknown API call.')
      })

    await api.register(async (webhooks) => webhookRoutes(webhooks, ctx))
    await api.register(async (webhooks) => paymentWebhookRoutes(webhooks, ctx))

    await api.register(async (signedIn) => {
      signedIn.decorateRequest('actor')
      signedIn.addHook('onRequest', async (request) => {
        const isUse = !request.routeOptions.config.isPolled
        const actor = await ctx.login.findActor(request.headers.cookie, { isUse })
        if (!actor) throw new AppError('unauthenticated', 'Please sign in.')
        request.actor = actor
      })
      refuseOtherUsersPages(signedIn)
      guardViews(signedIn, ctx)
      signedInAuthRoutes(signedIn, ctx)
      secondFactorRoutes(signedIn, ctx)
      signInMethodRoutes(signedIn, ctx)
      endViewRoutes(signedIn, ctx)
      mailboxRoutes(signedIn, ctx)
      firstScanRoutes(signedIn, ctx)
      billingRoutes(signedIn, ctx)
      filteredEmailRoutes(signedIn, ctx)
      emailExportRoutes(signedIn, ctx)
      openEmailRoute(signedIn, ctx)
      dashboardRoutes(signedIn, ctx)
      filterSettingsRoutes(signedIn, ctx)
      activityRoutes(signedIn, ctx)
      liveUpdateRoutes(signedIn, runtime, streamTimes)
      smartResponseRoutes(signedIn, ctx)
      emailPreferenceRoutes(signedIn, ctx)
      ownDataRoutes(signedIn, ctx)
      await signedIn.register(async (downloads) => exportDownloadRoutes(downloads, ctx))

      await signedIn.register(async (admin) => {
        admin.addHook('onRequest', async ({ actor }) => requireAdmin(ctx, actor))
        // PostgreSQL may announce the change only after the admin's next request, which would then
        // get the old page. So this process forgets its pages at once.
        admin.addHook('onSend', async ({ method }, { statusCode }) => {
          if (method !== 'GET' && statusCode < 400) sharedPages.forget()
        })
        startViewRoutes(admin, ctx)
        contentRoutes(admin, ctx)
        contentNamesRoutes(admin, ctx)
        adminUserRoutes(admin, ctx)
        adminSettingsRoutes(admin, ctx)
        adminEmailRoutes(admin, ctx)
        adminTrackingRoutes(admin, ctx, trackingCodes)
        adminQueueRoutes(admin, ctx)
        adminAuditRoutes(admin, ctx)
        await admin.register(async (uploads) => pictureUploadRoutes(uploads, ctx))
      })
    })
  })
  const dataWait = createDataWait(() => performance.now(), runtime.metrics)
  await app.register(async (site) =>
    mountPages(site, pages, trackingCodes.find, sharedPages, dataWait),
  )
  await app.register(async (site) => mountHosts(site, hosts, ctx.publicUrl))
  return app
}
