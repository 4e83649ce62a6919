import { createSmtpNotify } from '@doorman/notify/smtp'
import type { Config } from '@doorman/runtime/config'
import { createRuntime, type Runtime } from '@doorman/runtime/context'
import type { Logger } from '@doorman/runtime/logger'
import { loadMailRenderer } from './mail-renderer.ts'

export async function openRuntime(options: {
  readonly config: Config
  readonly logger: Logger
  readonly databaseUrl: string
  readonly secret: string
  readonly smtpUrl: string
}): Promise<Runtime> {
  const { config, logger, databaseUrl, secret, smtpUrl } = options
  const notify = createSmtpNotify({
    url: smtpUrl,
    from: config.mailFrom,
    render: await loadMailRenderer(),
  })
  const runtime = await createRuntime({
    databaseUrl,
    secret,
    notify,
    logger,
    publicUrl: config.http.publicUrl,
  })
  return {
    ...runtime,
    async close() {
      await runtime.close()
      notify.close()
    },
  }
}
