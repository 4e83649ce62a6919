import { ConfigError, type Config } from '@doorman/runtime/config/config'

/**
 * Web and worker processes must share these settings, so none of them may fall back to a generated
 * default.
 */
export function requireSharedDatabase({ database, secret, tokenKeys, smtp }: Config): {
  databaseUrl: string
  smtpUrl: string
} {
  if (!database || !secret || !tokenKeys || !smtp)
    throw new ConfigError(
      'DATABASE_URL, DOORMAN_SECRET, TOKEN_KEYS and SMTP_URL must be set to run web and worker as separate processes. `doorman start` runs both in one process.',
    )
  return { databaseUrl: database.url, smtpUrl: smtp.url }
}
