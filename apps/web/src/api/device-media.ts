let find: (address: string) => Promise<Blob | null> = async () => null

/** Where media are found that the server does not deliver. Set once, by the application. */
export function mediaFromDevice(finder: typeof find): void {
  find = finder
}

/** The medium that this device has kept; null: it has none, or cannot open it. */
export const mediumOnDevice = (address: string): Promise<Blob | null> => find(address).catch(() => null)
