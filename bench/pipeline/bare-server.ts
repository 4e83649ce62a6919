import fastify from 'fastify'

// Fastify with nothing behind it.

const app = fastify()
app.get('/', async () => ({ isWell: true }))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.on('disconnect', () => process.exit())
process.send?.(url)
