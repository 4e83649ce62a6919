/** Streams the content in chunks of a fixed size. */
export async function* inChunks(content: string | Buffer, chunkBytes: number) {
  const bytes = Buffer.from(content)
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes)
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
