import { describe, expect, test } from "vitest";
import { findUrlProblem } from "./endpoint-url.ts";

const publicShop = "https://shop.example.com";
const localShop = "http://localhost:8787";

describe("a public shop", () => {
  test.each([
    "https://example.com/hooks",
    "https://hooks.example.co.uk:8443/a?b=c",
    "https://8.8.8.8/hooks",
    "https://example.com:443/hooks",
    "https://example.com:1024/hooks",
    "https://[2606:4700::1111]/hooks",
    "https://local.example.com",
    "https://172.32.0.1",
    "https://100.128.0.1",
  ])("a public shop sends to %s", (url) => {
    expect(findUrlProblem(url, publicShop)).toBeNull();
  });

  test.each([
    ["http", "http://example.com/hooks"],
    ["another scheme", "ftp://example.com"],
    ["no URL", "example.com/hooks"],
    ["a password", "https://user:secret@example.com"],
    ["a user name", "https://user@example.com"],
    ["localhost", "https://localhost/hooks"],
    ["a subdomain of localhost", "https://a.localhost"],
    ["localhost with a final dot", "https://localhost./"],
    ["upper case", "https://LOCALHOST/"],
    [".local", "https://printer.local"],
    [".internal", "https://metadata.google.internal"],
    [".internal with a final dot", "https://metadata.google.internal./"],
    ["a name without a dot", "https://intranet/hooks"],
    ["home.arpa", "https://router.home.arpa"],
    ["loopback", "https://127.0.0.1"],
    ["all of loopback", "https://127.8.9.1"],
    ["loopback in decimal", "https://2130706433"],
    ["loopback in octal", "https://0177.0.0.1"],
    ["loopback in hex", "https://0x7f.0x0.0x0.0x1"],
    ["loopback in one hex number", "https://0x7f000001"],
    ["loopback shortened", "https://127.1"],
    ["loopback in full-width digits", "https://１２７.0.0.1"],
    ["the unspecified address", "https://0.0.0.0"],
    ["0", "https://0/"],
    ["10/8", "https://10.1.2.3"],
    ["172.16/12", "https://172.31.255.255"],
    ["192.168/16", "https://192.168.0.1"],
    ["carrier-grade NAT", "https://100.64.0.1"],
    ["the end of carrier-grade NAT", "https://100.127.255.255"],
    ["link-local", "https://169.254.1.1"],
    ["the metadata service", "https://169.254.169.254/latest/meta-data"],
    ["multicast", "https://224.0.0.1"],
    ["broadcast", "https://255.255.255.255"],
    ["documentation", "https://203.0.113.9"],
    ["IPv6 loopback", "https://[::1]"],
    ["IPv6 loopback written out", "https://[0:0:0:0:0:0:0:1]"],
    ["the unspecified IPv6 address", "https://[::]"],
    ["IPv6 unique local", "https://[fd00::1]"],
    ["IPv6 link-local", "https://[fe80::1]"],
    ["IPv6 multicast", "https://[ff02::1]"],
    ["mapped loopback", "https://[::ffff:127.0.0.1]"],
    ["mapped private", "https://[::ffff:10.0.0.1]"],
    ["mapped in hex", "https://[::ffff:a9fe:a9fe]"],
    ["translated IPv4", "https://[64:ff9b::7f00:1]"],
    ["6to4", "https://[2002:7f00:1::]"],
    ["Teredo", "https://[2001:0:7f00:1::]"],
    ["IPv6 documentation", "https://[2001:db8::1]"],
    ["the port of SSH", "https://example.com:22"],
    ["the port of email", "https://example.com:25/hooks"],
    ["port 0", "https://example.com:0"],
    ["too long", `https://example.com/${"a".repeat(2048)}`],
  ])("a public shop does not send to %s: %s", (_, url) => {
    expect(findUrlProblem(url, publicShop)).toMatch(/^Must .*\.$/);
  });
});

describe("a shop on loopback", () => {
  test.each(["http://localhost:3000/hooks", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "a shop on loopback sends to %s",
    (url) => {
      expect(findUrlProblem(url, localShop)).toBeNull();
    },
  );

  test.each(["http://example.com", "https://10.0.0.1", "http://192.168.0.1"])(
    "a shop on loopback does not send to %s",
    (url) => {
      expect(findUrlProblem(url, localShop)).toMatch(/^Must .*\.$/);
    },
  );
});
