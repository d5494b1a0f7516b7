/** Raise it with every change of what the same content prints: a report of another layout is not compared byte by byte. */
export const layoutVersion = 4
