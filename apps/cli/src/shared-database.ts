import { ConfigError, type Config } from '@doorman/runtime/config'

/** What several processes must share has to be named: nothing of it can be made up by one of them. */
export function demandShared({ database, secret, tokenKeys, smtp }: Config): {
  databaseUrl: string
  smtpUrl: string
} {
  if (!database || !secret || !tokenKeys || !smtp)
    throw new ConfigError(
      'DATABASE_URL, DOORMAN_SECRET, TOKEN_KEYS and SMTP_URL must be set to run web and worker apart. `doorman start` needs none of them.',
    )
  return { databaseUrl: database.url, smtpUrl: smtp.url }
}
