import fastify from 'fastify'

// A Fastify server that does nothing: the baseline for requests.

const app = fastify()
app.get('/', async () => ({ isWell: true }))
app.get('/bytes/:count', async (request, reply) => {
  const { count } = request.params as { count: string }
  return reply.type('text/html').send(Buffer.alloc(Number(count), 'x'))
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.on('disconnect', () => process.exit())
process.send?.(url)
