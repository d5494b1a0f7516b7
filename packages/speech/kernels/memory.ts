// The kernels' whole memory belongs to the arrays of a workspace: no static data, and no Math function with a table.

/** The room of so many 64-bit numbers. */
export function bytes(count: i32): usize {
  return (<usize>count) << 3
}
