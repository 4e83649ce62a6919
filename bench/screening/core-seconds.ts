/**
 * For `sh`: runs a program quietly, to its end or until it is told to stop, and
 * prints what it and its children took. What it writes for its user stays in
 * the current folder.
 */
export const timed = `exec 3<&0
HOME="$PWD" "$@" <&3 > /dev/null 2>&1 &
child=$!
trap 'kill "$child"' TERM
wait "$child"
wait "$child"
times`

/** From what `times` prints: on its last line the children's user and system time, as `1m2.34s`. */
export function toCoreSeconds(printed: string): number {
  const [, ...parts] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(printed) ?? []
  const [userMinutes = NaN, userSeconds = NaN, minutes = NaN, seconds = NaN] = parts.map(Number)
  return (userMinutes + minutes) * 60 + userSeconds + seconds
}
