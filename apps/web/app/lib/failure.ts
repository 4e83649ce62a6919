/** What went wrong in loading, as a value: `null` where nothing did. */
export async function toFailure(loading: Promise<unknown>): Promise<unknown> {
  try {
    await loading
    return null
  } catch (error) {
    return error
  }
}
