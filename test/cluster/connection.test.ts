import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serversOf, shownAddress } from "#storage/cluster/connection.ts";
import { freshFolder } from "../storage/kit.ts";

const connectionOf = (url: string) => serversOf(url)[0];

describe("an address of Postgres", () => {
  test("says who logs in where", () => {
    expect(connectionOf("postgres://me:p%40ss@db.example:6432/dragoman")).toMatchObject({
      user: "me",
      password: "p@ss",
      host: "db.example",
      port: 6432,
      database: "dragoman",
    });
    expect(connectionOf("postgresql://me@localhost/dragoman?host=/run/postgresql")).toMatchObject({
      host: "/run/postgresql",
      port: 5432,
    });
  });

  test("names several servers, each verified for what it is", () => {
    const url =
      "postgres://me:p%40ss@db-1.example,[::1]:5433,db-2.example:6432/dragoman?target_session_attrs=read-write";
    const login = { user: "me", password: "p@ss", database: "dragoman" };
    expect(serversOf(url)).toEqual([
      { ...login, host: "db-1.example", port: 5432, ssl: { rejectUnauthorized: true } },
      { ...login, host: "::1", port: 5433, ssl: false },
      { ...login, host: "db-2.example", port: 6432, ssl: { rejectUnauthorized: true } },
    ]);
    expect(shownAddress(url)).toBe(url.replace("p%40ss", "***"));
  });

  test("is verified by its certificate, unless it is this machine or says that it is not to be", () => {
    expect(connectionOf("postgres://me@db.example/d")?.ssl).toEqual({ rejectUnauthorized: true });
    expect(connectionOf("postgres://me@127.0.0.1/d")?.ssl).toBe(false);
    expect(connectionOf("postgres://me@[::1]/d")?.ssl).toBe(false);
    expect(connectionOf("postgres://me@localhost/d?sslmode=verify-full")?.ssl).toEqual({ rejectUnauthorized: true });
    expect(connectionOf("postgres://me@db.example/d?sslmode=disable")?.ssl).toBe(false);
    using folder = freshFolder();
    const file = join(folder.path, "root.pem");
    writeFileSync(file, "a certificate");
    expect(connectionOf(`postgres://me@db.example/d?sslrootcert=${file}`)?.ssl).toEqual({
      rejectUnauthorized: true,
      ca: "a certificate",
    });
    // Named for this machine, an authority is asked for there, too.
    expect(connectionOf(`postgres://me@localhost/d?sslrootcert=${file}`)?.ssl).toMatchObject({ ca: "a certificate" });
  });

  test.each([
    ["http://db.example/d", "looks like postgres://"],
    ["postgres://me:secret#of/mine@db.example/d", "percent-encoded"],
    ["postgres://me:x@localhost/d?sslrootcert=/nowhere/at/all.pem", "cannot be read"],
    ["postgres://db.example/d", "a user is missing"],
    ["postgres://me:secret@db.example", "a database is missing"],
    ["postgres://me:secret@db.example/d?sslmode=require", "lets anybody answer"],
    ["postgres://me:secret@db.example/d?sslmode=prefer", "lets anybody answer"],
    ["postgres://me:secret@db.example/d?target_session_attrs=any", "may be a server that only reads"],
    ["postgres://me:secret@db.example,other:port/d", "looks like postgres://"],
    ["postgres://me:secret@db.example/d?sslcert=x", '"sslcert" is none of'],
    ["postgres://me:secret%@db.example/d", "write %25"],
    ["postgres://m%zz:secret@db.example/d", "write %25"],
    ["postgres://me:secret@db.example/d%ff", "write %25"],
    ["postgres://me:secret@db.example/d?sslrootcert=/nowhere/at/all.pem", "cannot be read"],
  ])("%s is refused, and the password not shown", (url, why) => {
    const connect = () => connectionOf(url);
    expect(connect).toThrow(why);
    expect(connect).not.toThrow("secret");
    expect(connect).toThrow("storage.postgres_url");
  });

  test("that is refused says where it stands", () => {
    expect(() => serversOf("postgres://me:secret@db.example", "DRAGOMAN_POSTGRES_OWNER_URL")).toThrow(
      "the address of Postgres (DRAGOMAN_POSTGRES_OWNER_URL) cannot be used: a database is missing",
    );
  });

  test("is shown without its password", () => {
    expect(shownAddress("postgres://me:secret@db.example/d")).toBe("postgres://me:***@db.example/d");
  });
});
