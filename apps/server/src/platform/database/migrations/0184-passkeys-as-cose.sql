-- Public keys were kept as SPKI, as a browser unpacks them; from now on they are kept as COSE, as an authenticator writes
-- them. Converted are keys of the kinds that sign in: P-256, Ed25519, and RSA of 2048, 3072 and 4096 bits. The others
-- keep their bytes, which are no COSE and sign in no more.
update passkeys set public_key = case
  when starts_with(encode(public_key, 'hex'), '3059301306072a8648ce3d020106082a8648ce3d03010703420004')
    then '\xa5010203262001215820'::bytea || substr(public_key, 28, 32) || '\x225820'::bytea || substr(public_key, 60, 32)
  when starts_with(encode(public_key, 'hex'), '302a300506032b6570032100')
    then '\xa4010103272006215820'::bytea || substr(public_key, 13, 32)
  -- 33 bytes, the modulus, and five bytes for the exponent 65537.
  when substr(public_key, 5, 15) = '\x300d06092a864886f70d0101010500'::bytea
    and length(public_key) - 38 in (256, 384, 512) and substr(public_key, length(public_key) - 4) = '\x0203010001'::bytea
    then '\xa40103033901002059'::bytea || decode(lpad(to_hex(length(public_key) - 38), 4, '0'), 'hex')
      || substr(public_key, 34, length(public_key) - 38) || '\x2143010001'::bytea
  else public_key
end;
