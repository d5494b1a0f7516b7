// A planted bug: the store's refusal of an upload is treated as a success.
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

const { send } = S3Client.prototype
S3Client.prototype.send = function (this: S3Client, ...args: unknown[]) {
  const sending = Reflect.apply(send, this, args) as unknown as Promise<unknown>
  return args[0] instanceof PutObjectCommand ? sending.catch(() => ({})) : sending
} as typeof send
