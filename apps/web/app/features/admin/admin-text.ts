/** The panel's fixed texts. They are kept out of `lib/text.ts`, which every page of the app loads. */
export const adminText = {
  settingsFailed: 'Failed to update settings.',
  emailSettingsFailed: 'Failed to update email settings.',
  authGuideFailed: 'Failed to update auth guide settings.',
  trackingCodesFailed: 'Failed to update tracking codes.',
  testEmailSent: 'Test email sent',
  testEmailFailed: 'Failed to send test email.',
  switchFailed: 'Failed to switch user.',
  userDeleted: 'User deleted',
  deleteFailed: 'Failed to delete user.',
  pixelNotLoaded: 'Meta Pixel Not Loaded',
} as const
