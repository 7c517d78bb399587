"""The semantic layer: `graphs/NAME.yaml`, what a graph's people call things and have verified.

title: Films
description: Films since 1920, the people who made them and the studios.
address: neo4j+s://films.example                      # or: embedded, which it is by default
database: films
credentials: {username: FILMS_USER, password: FILMS_PASSWORD}   # environment variables
instructions:
  - Say revenue in millions of dollars.
labels:
  Film:
    description: A feature film.
    synonyms: [talkie]
    properties:
      revenue: {name: takings, description: What it took worldwide., unit: USD}
relationships:
  DIRECTED: {synonyms: [helmed]}
words:                                                # as terminology.yaml has them
  the Bard: Person.name = William Shakespeare
  blockbuster: films with a revenue over 100000000
hidden: [Person.email]
verified:
  - question: films by {name}
    cypher: |
      MATCH (:Person {name: $name})-[:DIRECTED]->(f:Film)
      RETURN f.title
    parameters: {name: Clint Eastwood}
    verified_by: Ada
    verified_on: 2026-11-27
"""
