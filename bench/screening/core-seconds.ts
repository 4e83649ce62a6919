/**
 * A script for `sh`: runs a program without output until it ends or gets SIGTERM, then prints the
 * processor time of the program and its children. `HOME` is the current folder, so that the program
 * leaves no files elsewhere.
 */
export const timedScript = `exec 3<&0
HOME="$PWD" "$@" <&3 > /dev/null 2>&1 &
child=$!
trap 'kill "$child"' TERM
wait "$child"
wait "$child"
times`

/**
 * Reads the output of `times`: its last line has the children's user and system time, as `1m2.34s`.
 */
export function toCoreSeconds(printed: string): number {
  const [, ...parts] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(printed) ?? []
  const [userMinutes = NaN, userSeconds = NaN, minutes = NaN, seconds = NaN] = parts.map(Number)
  return (userMinutes + minutes) * 60 + userSeconds + seconds
}
