const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/**
 * Runs `work` and prints one line with its title and duration. On a terminal the line shows a
 * spinner and the elapsed time while the work runs.
 *
 * @template T
 * @param {NodeJS.WriteStream} stream
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showProgress(stream, title, work) {
  const startedAt = Date.now()
  const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
  const finish = beginLine(stream, title, elapsed)
  try {
    const result = await work()
    finish('✓', elapsed())
    return result
  } catch (error) {
    finish('✗', `failed after ${elapsed()}`)
    throw error
  }
}

/**
 * @param {NodeJS.WriteStream} stream
 * @param {string} title
 * @param {() => string} elapsed
 */
function beginLine(stream, title, elapsed) {
  if (!stream.isTTY) {
    stream.write(`${title} … `)
    return (/** @type {string} */ _mark, /** @type {string} */ note) => stream.write(`${note}\n`)
  }
  let frame = 0
  const draw = (/** @type {string} */ mark, /** @type {string} */ note) =>
    stream.write(`\r\x1b[K${mark} ${title} … ${note}`)
  const timer = setInterval(() => draw(frames[frame++ % frames.length] ?? '', elapsed()), 100)
  return (/** @type {string} */ mark, /** @type {string} */ note) => {
    clearInterval(timer)
    draw(mark, `${note}\n`)
  }
}
