type Sized = { readonly bytes: number }

/** An LRU cache, limited by bytes. */
export function createRecentEntries<Entry extends Sized>(maxBytes: number) {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    find(key: string): Entry | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A map iterates in the order of insertion: this makes the entry the last one to go.
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    set(key: string, entry: Entry): void {
      remove(key)
      if (entry.bytes > maxBytes) return
      entries.set(key, entry)
      bytes += entry.bytes
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
    remove,
  }
}
