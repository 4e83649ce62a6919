/** For so long we know of mail that was kept, and why. Nothing is known of what is older. */
export const rememberedMs = 30 * 86_400_000
