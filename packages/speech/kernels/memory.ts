/** The room of so many 64-bit numbers. */
export function bytes(count: i32): usize {
  return (<usize>count) << 3
}
