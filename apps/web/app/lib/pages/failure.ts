/** The error that loading failed with, or `null`. */
export async function toFailure(loading: Promise<unknown>): Promise<unknown> {
  try {
    await loading
    return null
  } catch (error) {
    return error
  }
}
