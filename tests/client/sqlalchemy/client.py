#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""SQLAlchemy 1.4: tables made and reflected, core statements, the ORM with a relation, sessions."""
import datetime
import decimal

import sqlalchemy as sa
from sqlalchemy import orm

import dialects
from harness import run, show, test

Base = orm.declarative_base()


class Person(Base):
    __tablename__ = "people"
    id = sa.Column(sa.Integer, primary_key=True, autoincrement=False)
    name = sa.Column(sa.String(30))
    born = sa.Column(sa.Date)
    weight = sa.Column(sa.Numeric(8, 2))
    pets = orm.relationship("Pet", back_populates="person")


class Pet(Base):
    __tablename__ = "pets"
    owner = sa.Column(sa.Integer, sa.ForeignKey("people.id"), primary_key=True, autoincrement=False)
    name = sa.Column(sa.String(30), primary_key=True)
    legs = sa.Column(sa.Integer)
    person = orm.relationship("Person", back_populates="pets")


class Context:
    def __init__(self, dsn, brand):
        self.brand = brand
        self.engine = dialects.engine(dsn, brand)
        Base.metadata.drop_all(self.engine)

    def fill(self):
        Base.metadata.create_all(self.engine)
        with orm.Session(self.engine) as session:
            session.add_all([Person(id=i, name="name %d" % i if i % 5 else None,
                                    born=datetime.date(1980, 1, 1 + i),
                                    weight=decimal.Decimal(i) * decimal.Decimal("1.25"))
                             for i in range(1, 21)])
            session.flush()
            session.add_all([Pet(owner=i, name=name, legs=legs) for i in range(1, 21, 3)
                             for name, legs in (("cat", 4), ("bird", 2))])
            session.commit()


@test
def create_and_drop(context):
    Base.metadata.create_all(context.engine)
    inspector = sa.inspect(context.engine)
    show(inspector.has_table("people"), inspector.has_table("nosuch"))
    names = inspector.get_table_names()
    show([name for name in ("people", "pets", "t", "r", "s1", "w", "orders", "items")
          if name in names], [name for name in names if name[-2:] in ("_0", "_1")])
    everything = sa.MetaData()
    everything.reflect(context.engine, only=lambda name, _: name in ("people", "w", "orders", "items"))
    show(sorted((table.name, len(table.columns)) for table in everything.tables.values()))
    Base.metadata.drop_all(context.engine)
    show(sa.inspect(context.engine).has_table("people"))


@test
def reflect(context):
    context.fill()
    inspector = sa.inspect(context.engine)
    for table in ("people", "pets", "t", "q", "e", "d", "r"):
        for column in inspector.get_columns(table):
            show(table, column["name"], str(column["type"]), column["nullable"])
        show(inspector.get_pk_constraint(table)["constrained_columns"])
    show([(key["constrained_columns"], key["referred_table"])
          for key in inspector.get_foreign_keys("pets")])
    table = sa.Table("people", sa.MetaData(), autoload_with=context.engine)
    with context.engine.connect() as connection:
        for row in connection.execute(sa.select(table).order_by(table.c.id)):
            show(*row)


@test
def core(context):
    context.fill()
    people = Person.__table__
    with context.engine.begin() as connection:
        show(connection.execute(sa.insert(people).values(id=100, name="one")).rowcount)
        connection.execute(sa.insert(people), [{"id": i, "name": "m"} for i in range(101, 110)])
        show(connection.execute(sa.update(people).where(people.c.id > 104)
                                .values(name="late")).rowcount)
        show(connection.execute(sa.delete(people).where(people.c.id == 101)).rowcount)
        for row in connection.execute(
                sa.select(people.c.name, sa.func.count(), sa.func.sum(people.c.weight))
                .group_by(people.c.name).having(sa.func.count() > 0)
                .order_by(sa.func.count().desc(), people.c.name).limit(3)):
            show(*row)
        show(connection.execute(sa.select(sa.func.max(people.c.id))).scalar())
        show([row[0] for row in connection.execute(
            sa.select(people.c.id).where(people.c.id.in_([3, 7, 104])).order_by(people.c.id))])
        show([row[0] for row in connection.execute(
            sa.select(people.c.id).order_by(people.c.id.desc()).limit(4).offset(2))])
        show([row[0] for row in connection.execute(
            sa.select(people.c.id).where(people.c.name.like("name 1%")).order_by(people.c.id))])
        show(connection.execute(sa.text("SELECT COUNT(*) FROM w WHERE v > :low"),
                                {"low": 5}).scalar())


@test
def orm_queries(context):
    context.fill()
    with orm.Session(context.engine) as session:
        show([person.name for person in session.query(Person).order_by(Person.id)])
        person = session.get(Person, 4)
        show(person.name, person.born, person.weight, sorted(pet.name for pet in person.pets))
        show(session.query(Person).filter(Person.id.between(5, 9)).count())
        show(session.query(Person).filter_by(name="name 7").one().id)
        show(session.query(sa.func.avg(Person.weight)).scalar())
        joined = session.query(Person.name, Pet.name).join(Pet, Pet.owner == Person.id)
        show(sorted(map(str, joined)))
        for person in session.query(Person).options(orm.selectinload(Person.pets)) \
                .filter(Person.id < 8).order_by(Person.id):
            show(person.id, sorted(pet.name for pet in person.pets))
        for person in session.query(Person).options(orm.joinedload(Person.pets)) \
                .filter(Person.id < 8).order_by(Person.id):
            show(person.id, sorted(pet.name for pet in person.pets))
        show(session.query(sa.exists().where(Person.id == 3)).scalar())
        show([row[0] for row in session.query(Person.name).distinct().order_by(Person.name)][:5])


@test
def orm_changes(context):
    context.fill()
    with orm.Session(context.engine) as session:
        person = session.get(Person, 6)
        person.name = "changed"
        person.pets.append(Pet(name="fish", legs=0))
        session.delete(session.query(Pet).filter_by(owner=1, name="cat").one())
        session.commit()
        session.get(Person, 7).name = "not this"
        session.flush()
        session.rollback()
        show(session.get(Person, 7).name)
        session.query(Pet).filter(Pet.legs == 2).update({"legs": 3}, synchronize_session=False)
        session.commit()
    with orm.Session(context.engine) as session:
        show([(person.id, person.name) for person in session.query(Person).order_by(Person.id)])
        show([(pet.owner, pet.name, pet.legs)
              for pet in session.query(Pet).order_by(Pet.owner, Pet.name)])


@test
def errors(context):
    context.fill()
    with orm.Session(context.engine) as session:
        session.add(Person(id=3, name="twice"))
        try:
            session.commit()
            show("no error")
        except sa.exc.DBAPIError as problem:
            show(type(problem).__name__)
            session.rollback()
        show(session.query(Person).count())
    with context.engine.connect() as connection:
        try:
            connection.execute(sa.text("SELECT nosuch FROM people"))
            show("no error")
        except sa.exc.DBAPIError as problem:
            show(type(problem).__name__)
        show(connection.execute(sa.text("SELECT 1")).scalar())


@test
def pool(context):
    context.fill()
    for _ in range(8):
        with context.engine.connect() as connection:
            show(connection.execute(sa.select(sa.func.count()).select_from(Person)).scalar())
    context.engine.dispose()
    ping = dialects.engine(context.engine.url.query["odbc_connect"][4:], context.brand,
                           pool_pre_ping=True, pool_size=1)
    for _ in range(3):
        with ping.connect() as connection:
            show(connection.execute(sa.text("SELECT COUNT(*) FROM t")).scalar())


@test
def isolation(context):
    context.fill()
    level = "SERIALIZABLE"
    with context.engine.connect().execution_options(isolation_level=level) as connection:
        show(connection.execute(sa.text("SELECT COUNT(*) FROM people")).scalar())
    with context.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("UPDATE people SET name = 'auto' WHERE id = 2"))
    with context.engine.connect() as connection:
        show(connection.execute(sa.text("SELECT name FROM people WHERE id = 2")).scalar())


run(Context)
