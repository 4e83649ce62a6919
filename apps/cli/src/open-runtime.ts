import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createSmtpNotify } from '@doorman/notify/smtp'
import { createCascades } from '@doorman/runtime/cascades'
import type { Config } from '@doorman/runtime/config'
import { createRuntime, type Runtime } from '@doorman/runtime/context'
import type { Logger } from '@doorman/runtime/logger'
import { createMailAccess } from '@doorman/runtime/mail-access'
import { createPictures } from '@doorman/runtime/pictures/create-pictures'
import { createWire } from '@doorman/runtime/wire'
import { loadMailRenderer } from './mail-renderer.ts'
import { loadKeyRing, loadSecret } from './secrets.ts'

/** `config` says what is real; where simulators stand in, it says how to reach them. */
export async function openRuntime(options: {
  readonly config: Config
  readonly logger: Logger
  readonly databaseUrl: string
  readonly smtpUrl: string
}): Promise<Runtime> {
  const { config, logger, databaseUrl, smtpUrl } = options
  const { publicUrl } = config.http
  const secret = await loadSecret(config)
  const keyRing = await loadKeyRing(config)
  const notify = createSmtpNotify({
    url: smtpUrl,
    from: config.mailFrom,
    render: await loadMailRenderer(),
  })
  const wire = createWire()
  const local = loadLocalModel()
  const { languageModel } = config
  const runtime = await createRuntime({
    databaseUrl,
    secret,
    publicUrl,
    contactEmail: config.contactEmail,
    keyRing,
    openMail: (db) =>
      createMailAccess({
        db,
        keyRing,
        secret,
        publicUrl,
        google: config.google,
        microsoft: config.microsoft,
        wire,
      }),
    classifier: local,
    ...(languageModel && {
      openCascades: (db) => createCascades({ db, local, wire, config: languageModel }),
    }),
    notify,
    pictures: createPictures(),
    logger,
  })
  return {
    ...runtime,
    async close() {
      await runtime.close()
      notify.close()
    },
  }
}
