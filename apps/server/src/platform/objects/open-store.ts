import path from 'node:path'
import { type ObjectStore, openLocalStore } from './object-store.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'

/** Opens the store of the configuration. */
export const openStore = ({ s3, dataDir }: { s3: S3Settings | undefined; dataDir: string }): Promise<ObjectStore> =>
  s3 === undefined ? openLocalStore(path.join(dataDir, 'files')) : openS3Store(s3, path.join(dataDir, 'staging'))
