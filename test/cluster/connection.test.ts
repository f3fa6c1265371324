import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectionOf, shownAddress } from "#storage/cluster/connection.ts";
import { freshFolder } from "../storage/kit.ts";

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

  test("is verified by its certificate, unless it is this machine or says that it is not to be", () => {
    expect(connectionOf("postgres://me@db.example/d").ssl).toEqual({ rejectUnauthorized: true });
    expect(connectionOf("postgres://me@127.0.0.1/d").ssl).toBe(false);
    expect(connectionOf("postgres://me@[::1]/d").ssl).toBe(false);
    expect(connectionOf("postgres://me@localhost/d?sslmode=verify-full").ssl).toEqual({ rejectUnauthorized: true });
    expect(connectionOf("postgres://me@db.example/d?sslmode=disable").ssl).toBe(false);
    using folder = freshFolder();
    const file = join(folder.path, "root.pem");
    writeFileSync(file, "a certificate");
    expect(connectionOf(`postgres://me@db.example/d?sslrootcert=${file}`).ssl).toEqual({
      rejectUnauthorized: true,
      ca: "a certificate",
    });
  });

  test.each([
    ["http://db.example/d", "looks like postgres://"],
    ["postgres://db.example/d", "a user is missing"],
    ["postgres://me:secret@db.example", "a database is missing"],
    ["postgres://me:secret@db.example/d?sslmode=require", "lets anybody answer"],
    ["postgres://me:secret@db.example/d?sslmode=prefer", "lets anybody answer"],
    ["postgres://me:secret@db.example/d?sslcert=x", '"sslcert" is none of'],
    ["postgres://me:secret@db.example/d?sslrootcert=/nowhere/at/all.pem", "cannot be read"],
  ])("%s is refused, and the password not shown", (url, why) => {
    const connect = () => connectionOf(url);
    expect(connect).toThrow(why);
    expect(connect).not.toThrow("secret");
    expect(connect).toThrow("storage.postgres_url");
  });

  test("is shown without its password", () => {
    expect(shownAddress("postgres://me:secret@db.example/d")).toBe("postgres://me:***@db.example/d");
  });
});
